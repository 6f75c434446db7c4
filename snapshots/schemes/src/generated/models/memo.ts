import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/repository.js'

/** A memo as stored; relations are keys. */
export type Memo = {
  id: number
  text: string
}

/** Values for a new memo. */
export type MemoCreate = {
  text: string
}

/** Changes to a memo. */
export type MemoUpdate = { [Field in keyof MemoCreate]?: MemoCreate[Field] }

/** Values that a request can set on a memo. */
export type MemoFields = Required<MemoCreate>

/** A memo in a response, without fields that the caller cannot see or did not select. */
export type MemoDocument = {
  _type: 'Memo'
  _pk: string
  _self: string | null
} & Partial<Memo>

/** A filter for memos. */
export interface MemoWhere extends Logical<MemoWhere> {
  id?: Memo['id'] | OrderedFilter<Memo['id']>
  text?: string | null | TextFilter
}

/** The types of Memo for its repository, routes and events. */
export interface MemoTypes extends ModelTypes {
  Name: 'Memo'
  Row: Memo
  Key: number
  Unique: { id: number }
  Fields: MemoFields
  Create: MemoCreate
  Update: MemoUpdate
  Document: MemoDocument
  Where: MemoWhere
  Sortable: keyof Memo
  Incrementable: never
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of Memo. */
export const memoModel: TypedModel<MemoTypes> = {
  name: 'Memo',
  var: 'memo',
  table: 'memo',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    text: { type: 'text', column: 'text', required: true },
  },
  relations: {},
  foreignKeys: {},
  required: ['text'],
  additionalProperties: false,
  path: '/memos/:id',
}
