import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { TeamTypes, TeamWhere } from './team.js'

/** A note as stored; relations are keys. */
export type Note = {
  id: number
  text: string | null
  team: string | null
}

/** Values for a new note. */
export type NoteCreate = {
  text?: string | null
  team?: string | null
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
  text?: string | null | TextFilter
  team?: ToOneFilter<TeamWhere, string>
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
  Sortable: Exclude<keyof Note, 'team'>
  Incrementable: never
  Dates: never
  Relations: {
    team: TeamTypes | null
  }
}

/** The fields, relations and schema of Note. */
export const noteModel: TypedModel<NoteTypes> = {
  name: 'Note',
  var: 'note',
  table: 'note',
  key: 'id',
  fields: { id: { type: 'id_field', column: 'id', unique: true }, text: { type: 'text', column: 'text' } },
  relations: {
    team: {
      model: 'Team',
      side: 'holder',
      many: false,
      unique: false,
      column: 'team_name',
      keyType: 'string',
      inverse: 'notes',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { team_name: 'team' },
  additionalProperties: false,
  path: ['/notes/', 'id'],
}
