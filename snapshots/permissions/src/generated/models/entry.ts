import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Folder, FolderWhere } from './folder.js'

/** An entry as stored; relations are keys. */
export type Entry = {
  id: number
  title: string | null
  folder: number | null
}

/** Values for a new entry. */
export type EntryCreate = {
  title?: string | null
  folder?: number | null
}

/** Changes to an entry. */
export type EntryUpdate = { [Field in keyof EntryCreate]?: EntryCreate[Field] }

/** Values that a request can set on an entry. */
export type EntryFields = Required<EntryCreate>

/** An entry in a response, without fields that the caller cannot see or did not select. */
export type EntryDocument = {
  _type: 'Entry'
  _pk: string
  _self: string | null
} & Partial<Entry>

/** A filter for entries. */
export interface EntryWhere extends Logical<EntryWhere> {
  id?: Entry['id'] | OrderedFilter<Entry['id']>
  title?: string | null | TextFilter
  folder?: ToOneFilter<FolderWhere, number>
}

/** The types of Entry for its repository, routes and events. */
export interface EntryTypes extends ModelTypes {
  Name: 'Entry'
  Row: Entry
  Key: number
  Unique: { id: number }
  Fields: EntryFields
  Create: EntryCreate
  Update: EntryUpdate
  Document: EntryDocument
  Where: EntryWhere
  Sortable: Exclude<keyof Entry, 'folder'>
  Incrementable: never
  Dates: never
  Relations: {
    folder: Folder | null
  }
}

/** The fields, relations and schema of Entry. */
export const entryModel: TypedModel<EntryTypes> = {
  name: 'Entry',
  var: 'entry',
  table: 'entry',
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
      inverse: 'entries',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { folder_id: 'folder' },
  additionalProperties: false,
  path: '/entries/:id',
}
