import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/types.js'

/** An entry as stored; relations are keys. */
export type Entry = {
  id: number
  username: string | null
  what: string | null
}

/** Values for a new entry. */
export type EntryCreate = {
  username?: string | null
  what?: string | null
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
  username?: string | null | TextFilter
  what?: string | null | TextFilter
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
  Sortable: keyof Entry
  Incrementable: never
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of Entry. */
export const entryModel: TypedModel<EntryTypes> = {
  name: 'Entry',
  var: 'entry',
  table: 'entry',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    username: { type: 'string', column: 'username' },
    what: { type: 'string', column: 'what' },
  },
  relations: {},
  foreignKeys: {},
  additionalProperties: false,
  path: ['/entries/', 'id'],
}
