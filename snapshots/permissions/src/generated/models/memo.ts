import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Folder, FolderWhere } from './folder.js'

/** A memo as stored; relations are keys. */
export type Memo = {
  id: number
  title: string | null
  folder: number | null
  keeper: number | null
}

/** Values for a new memo. */
export type MemoCreate = {
  title?: string | null
  folder?: number | null
  keeper?: number | null
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
  title?: string | null | TextFilter
  folder?: ToOneFilter<FolderWhere, number>
  keeper?: ToOneFilter<FolderWhere, number>
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
  Sortable: Exclude<keyof Memo, 'folder' | 'keeper'>
  Incrementable: never
  Dates: never
  Relations: {
    folder: Folder | null
    keeper: Folder | null
  }
}

/** The fields, relations and schema of Memo. */
export const memoModel: TypedModel<MemoTypes> = {
  name: 'Memo',
  var: 'memo',
  table: 'memo',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title' },
  },
  relations: {
    folder: {
      model: 'Folder',
      side: 'holder',
      many: false,
      unique: false,
      column: 'folder_id',
      keyType: 'id_field',
      inverse: 'memos',
      required: false,
      onDelete: 'nullify',
    },
    keeper: {
      model: 'Folder',
      side: 'holder',
      many: false,
      unique: false,
      column: 'keeper_id',
      keyType: 'id_field',
      inverse: 'kept',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { keeper_id: 'keeper', folder_id: 'folder' },
  additionalProperties: false,
  path: '/memos/:id',
}
