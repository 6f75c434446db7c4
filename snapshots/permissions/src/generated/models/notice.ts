import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/repository.js'

/** A notice as stored; relations are keys. */
export type Notice = {
  day: string | null
  draft: string | null
  id: number
  pages: number | null
  title: string | null
}

/** Values for a new notice. */
export type NoticeCreate = {
  day?: string | null
  draft?: string | null
  pages?: number | null
  title?: string | null
}

/** Changes to a notice. */
export type NoticeUpdate = { [Field in keyof NoticeCreate]?: NoticeCreate[Field] }

/** Values that a request can set on a notice. */
export type NoticeFields = Required<NoticeCreate>

/** A notice in a response, without fields that the caller cannot see or did not select. */
export type NoticeDocument = {
  _type: 'Notice'
  _pk: string
  _self: string | null
} & Partial<Notice>

/** A filter for notices. */
export interface NoticeWhere extends Logical<NoticeWhere> {
  day?: string | null | OrderedFilter<string>
  draft?: string | null | TextFilter
  id?: Notice['id'] | OrderedFilter<Notice['id']>
  pages?: number | null | OrderedFilter<number>
  title?: string | null | TextFilter
}

/** The types of Notice for its repository, routes and events. */
export interface NoticeTypes extends ModelTypes {
  Name: 'Notice'
  Row: Notice
  Key: number
  Unique: { id: number }
  Fields: NoticeFields
  Create: NoticeCreate
  Update: NoticeUpdate
  Document: NoticeDocument
  Where: NoticeWhere
  Sortable: keyof Notice
  Incrementable: 'pages'
  Dates: 'day'
  Relations: {}
}

/** The fields, relations and schema of Notice. */
export const noticeModel: TypedModel<NoticeTypes> = {
  name: 'Notice',
  var: 'notice',
  table: 'notice',
  key: 'id',
  fields: {
    day: { type: 'date', column: 'day' },
    draft: { type: 'string', column: 'draft' },
    id: { type: 'id_field', column: 'id', unique: true },
    pages: { type: 'integer', column: 'pages' },
    title: { type: 'string', column: 'title' },
  },
  relations: {},
  foreignKeys: {},
  additionalProperties: false,
  path: '/notices/:id',
}
