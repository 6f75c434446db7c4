import type { ModelSpec } from '../runtime/model.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  PresenceFilter,
  TextFilter,
  ToManyFilter,
} from '../runtime/repository/repository.js'
import type { Book, BookWhere } from './book.js'
import type { Review, ReviewWhere } from './review.js'

/** Author, as stored. */
export interface Author {
  email: string | null
  links: {
    [k: string]: unknown
  } | null
  name: string
  tags: ('poet' | 'critic' | 'novelist')[] | null
}

/** What creating one takes. */
export interface AuthorCreate {
  email?: string | null
  links?: {
    [k: string]: unknown
  } | null
  name: string
  tags?: ('poet' | 'critic' | 'novelist')[] | null
  books?: number[]
  edited_reviews?: number[]
  written_reviews?: number[]
}

/** What a body can set, virtual fields included. */
export interface AuthorFields {
  email: string | null
  links: {
    [k: string]: unknown
  } | null
  name: string
  tags: ('poet' | 'critic' | 'novelist')[] | null
  books: number[]
  edited_reviews: number[]
  written_reviews: number[]
}

/** What author can be filtered by. */
export interface AuthorWhere extends Logical<AuthorWhere> {
  email?: string | null | TextFilter
  links?: PresenceFilter
  name?: string | null | TextFilter
  tags?: ListFilter<NonNullable<Author['tags']>[number]>
  books?: ToManyFilter<BookWhere>
  edited_reviews?: ToManyFilter<ReviewWhere>
  written_reviews?: ToManyFilter<ReviewWhere>
}

/** Author as repositories and events know it. */
export interface AuthorTypes extends ModelTypes {
  Name: 'Author'
  Row: Author
  Key: string
  Unique: { name: string }
  Fields: AuthorFields
  Create: AuthorCreate
  Update: Partial<AuthorCreate>
  Where: AuthorWhere
  Sortable: 'email' | 'links' | 'name' | 'tags'
  Relations: {
    books: Book[]
    edited_reviews: Review[]
    written_reviews: Review[]
  }
}

/** Author: its fields, columns and relations. */
export const authorModel: ModelSpec = {
  name: 'Author',
  var: 'author',
  table: 'author',
  key: 'name',
  fields: {
    email: { type: 'string', column: 'email', unique: true },
    links: { type: 'dict', column: 'links' },
    name: { type: 'string', column: 'name', required: true, unique: true, maxLength: 40 },
    tags: { type: 'list', column: 'tags', choices: ['poet', 'critic', 'novelist'], itemType: 'string' },
  },
  relations: {
    books: {
      model: 'Book',
      side: 'one',
      many: true,
      unique: false,
      column: 'author_name',
      keyType: 'id_field',
      inverse: 'author',
      required: false,
      onDelete: 'restrict',
    },
    edited_reviews: {
      model: 'Review',
      side: 'one',
      many: true,
      unique: false,
      column: 'editor_name',
      keyType: 'id_field',
      inverse: 'editor',
      required: false,
      onDelete: 'nullify',
    },
    written_reviews: {
      model: 'Review',
      side: 'one',
      many: true,
      unique: false,
      column: 'writer_name',
      keyType: 'id_field',
      inverse: 'writer',
      required: false,
      onDelete: 'cascade',
    },
  },
  row: (at) => ({ email: at(0), links: at(1), name: at(2), tags: at(3) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      books: { items: { type: 'integer' }, type: ['array', 'null'] },
      edited_reviews: { items: { type: 'integer' }, type: ['array', 'null'] },
      email: { format: 'email', type: ['string', 'null'] },
      links: { type: ['object', 'null'] },
      name: { maxLength: 40, type: 'string' },
      tags: { items: { enum: ['poet', 'critic', 'novelist'] }, type: ['array', 'null'] },
      written_reviews: { items: { type: 'integer' }, type: ['array', 'null'] },
    },
    required: ['name'],
    title: 'Author',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: ['books'], depth: 1 },
  path: '/authors/:name',
}
