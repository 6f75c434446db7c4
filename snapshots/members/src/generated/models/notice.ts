import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/repository.js'

/** A notice as stored; relations are keys. */
export type Notice = {
  id: number
  title: string
}

/** Values for a new notice. */
export type NoticeCreate = {
  title: string
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
  id?: Notice['id'] | OrderedFilter<Notice['id']>
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
  Incrementable: never
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of Notice. */
export const noticeModel: TypedModel<NoticeTypes> = {
  name: 'Notice',
  var: 'notice',
  table: 'notice',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {},
  foreignKeys: {},
  required: ['title'],
  additionalProperties: false,
  path: '/notices/:id',
}
