import type { BookCreate } from '../../src/generated/models/book.js'
import type { ShelfCreate } from '../../src/generated/models/shelf.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  book: {
    first: { note: 'note-1', status: 'status-1', title: 'title-1' },
    second: { note: 'note-2', status: 'status-2', title: 'title-2' },
  },
  shelf: { first: { code: 'code-1' }, second: { code: 'code-2' } },
} satisfies {
  book: Readonly<Record<string, BookCreate>>
  shelf: Readonly<Record<string, ShelfCreate>>
}
