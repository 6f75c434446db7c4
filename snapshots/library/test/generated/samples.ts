import type { AuthorCreate } from '../../src/generated/models/author.js'
import type { BookCreate } from '../../src/generated/models/book.js'
import type { CategoryCreate } from '../../src/generated/models/category.js'
import type { CoverCreate } from '../../src/generated/models/cover.js'
import type { ReviewCreate } from '../../src/generated/models/review.js'
import type { SampleCreate } from '../../src/generated/models/sample.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  author: {
    first: { email: 'someone-1@example.com', links: {}, name: 'name-1', tags: ['poet'] },
    second: { email: 'someone-2@example.com', links: {}, name: 'name-2', tags: ['critic'] },
  },
  book: {
    first: {
      changed_at: '2024-05-01T08:31:00.000Z',
      created_at: '2024-05-01T08:31:00.000Z',
      genre: 'prose',
      in_print: true,
      keywords: ['keywords-1'],
      pages: 1,
      price: 1,
      published: '2024-05-01',
      title: 'title-1',
    },
    second: {
      changed_at: '2024-05-02T08:31:00.000Z',
      created_at: '2024-05-02T08:31:00.000Z',
      genre: 'verse',
      in_print: true,
      keywords: ['keywords-2'],
      pages: 2,
      price: 2,
      published: '2024-05-02',
      title: 'title-2',
    },
  },
  category: {
    first: { label: 'label-1', number: 1 },
    second: { label: 'label-2', number: 2 },
    third: { label: 'label-3', number: 3 },
  },
  cover: { first: { color: 'color-1' }, second: { color: 'color-2' } },
  review: { first: { stars: 1, text: 'text-1' }, second: { stars: 2, text: 'text-2' } },
  sample: {
    first: {
      a_big_integer: 1,
      a_binary: 'YV9iaW5hcnkgMQ==',
      a_boolean: true,
      a_choice: 'one',
      a_date: '2024-05-01',
      a_datetime: '2024-05-01T08:31:00.000Z',
      a_decimal: 1,
      a_decimal_text: '1',
      a_dict: { size: 1 },
      a_float: 1,
      a_list: [1],
      a_pickle: {},
      a_small_integer: 1,
      a_string: 'a_string-1',
      a_text: 'a_text-1',
      a_time: '08:31:01',
      a_unique: 1,
      an_integer: 1,
      an_interval: 1,
    },
    second: {
      a_big_integer: 2,
      a_binary: 'YV9iaW5hcnkgMg==',
      a_boolean: true,
      a_choice: 'two',
      a_date: '2024-05-02',
      a_datetime: '2024-05-02T08:31:00.000Z',
      a_decimal: 2,
      a_decimal_text: '2',
      a_dict: { size: 2 },
      a_float: 2,
      a_list: [2],
      a_pickle: {},
      a_small_integer: 2,
      a_string: 'a_string-2',
      a_text: 'a_text-2',
      a_time: '08:31:02',
      a_unique: 2,
      an_integer: 2,
      an_interval: 2,
    },
  },
} satisfies {
  author: Readonly<Record<string, AuthorCreate>>
  book: Readonly<Record<string, BookCreate>>
  category: Readonly<Record<string, CategoryCreate>>
  cover: Readonly<Record<string, CoverCreate>>
  review: Readonly<Record<string, Omit<ReviewCreate, 'writer'>>>
  sample: Readonly<Record<string, SampleCreate>>
}
