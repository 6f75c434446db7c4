import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { User, UserWhere } from './user.js'

/** A note as stored; relations are keys. */
export type Note = {
  id: number
  tags: string[] | null
  text: string
  owner: string | null
}

/** Values for a new note. */
export type NoteCreate = {
  tags?: string[] | null
  text: string
  owner?: string | null
}

/** Changes to a note. */
export type NoteUpdate = { [Field in keyof NoteCreate]?: NoteCreate[Field] }

/** Values that a request can set on a note. */
export type NoteFields = Required<NoteCreate>

/** A note in a response, without fields that the caller cannot see or did not select. */
export type NoteDocument = {
  _type: 'Note'
  _pk: string
  _self: string | null
} & Partial<Note>

/** A filter for notes. */
export interface NoteWhere extends Logical<NoteWhere> {
  id?: Note['id'] | OrderedFilter<Note['id']>
  tags?: ListFilter<NonNullable<Note['tags']>[number]>
  text?: string | null | TextFilter
  owner?: ToOneFilter<UserWhere, string>
}

/** The types of Note for its repository, routes and events. */
export interface NoteTypes extends ModelTypes {
  Name: 'Note'
  Row: Note
  Key: number
  Unique: { id: number }
  Fields: NoteFields
  Create: NoteCreate
  Update: NoteUpdate
  Document: NoteDocument
  Where: NoteWhere
  Sortable: Exclude<keyof Note, 'owner'>
  Incrementable: never
  Dates: never
  Relations: {
    owner: User | null
  }
}

/** The fields, relations and schema of Note. */
export const noteModel: TypedModel<NoteTypes> = {
  name: 'Note',
  var: 'note',
  table: 'note',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    tags: { type: 'list', column: 'tags', itemType: 'string' },
    text: { type: 'string', column: 'text', required: true },
  },
  relations: {
    owner: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: false,
      column: 'owner_name',
      keyType: 'string',
      inverse: 'notes',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { owner_name: 'owner' },
  required: ['text'],
  additionalProperties: false,
  path: '/notes/:id',
}
