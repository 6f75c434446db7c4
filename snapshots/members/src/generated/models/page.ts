import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/repository.js'

/** A page as stored; relations are keys. */
export type Page = {
  id: number
  title: string
}

/** Values for a new page. */
export type PageCreate = {
  title: string
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
  id?: Page['id'] | OrderedFilter<Page['id']>
  title?: string | null | TextFilter
}

/** The types of Page for its repository, routes and events. */
export interface PageTypes extends ModelTypes {
  Name: 'Page'
  Row: Page
  Key: number
  Unique: { id: number }
  Fields: PageFields
  Create: PageCreate
  Update: PageUpdate
  Document: PageDocument
  Where: PageWhere
  Sortable: keyof Page
  Incrementable: never
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of Page. */
export const pageModel: TypedModel<PageTypes> = {
  name: 'Page',
  var: 'page',
  table: 'page',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {},
  foreignKeys: {},
  required: ['title'],
  additionalProperties: false,
  path: '/pages/:id',
}
