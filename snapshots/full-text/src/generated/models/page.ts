import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/types.js'

/** A page as stored; relations are keys. */
export type Page = {
  body: string | null
  number: number | null
  slug: string
}

/** Values for a new page. */
export type PageCreate = {
  body?: string | null
  number?: number | null
  slug: string
}

/** Changes to a page. */
export type PageUpdate = { [Field in keyof PageCreate]?: PageCreate[Field] }

/** Values that a request can set on a page. */
export type PageFields = Required<PageCreate>

/** A page in a response, without fields that the caller cannot see or did not select. */
export type PageDocument = {
  _type: 'Page'
  _pk: string
  _self: string | null
} & Partial<Page>

/** A filter for pages. */
export interface PageWhere extends Logical<PageWhere> {
  body?: string | null | TextFilter
  number?: number | null | OrderedFilter<number>
  slug?: string | null | TextFilter
}

/** The types of Page for its repository, routes and events. */
export interface PageTypes extends ModelTypes {
  Name: 'Page'
  Row: Page
  Key: string
  Unique: { slug: string }
  Fields: PageFields
  Create: PageCreate
  Update: PageUpdate
  Document: PageDocument
  Where: PageWhere
  Sortable: keyof Page
  Incrementable: 'number'
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of Page. */
export const pageModel: TypedModel<PageTypes> = {
  name: 'Page',
  var: 'page',
  table: 'page',
  key: 'slug',
  fields: {
    body: { type: 'text', column: 'body', words: true },
    number: { type: 'integer', column: 'number' },
    slug: { type: 'string', column: 'slug', required: true, unique: true },
  },
  relations: {},
  foreignKeys: {},
  required: ['slug'],
  additionalProperties: false,
  search: true,
  path: ['/pages/', 'slug'],
}
