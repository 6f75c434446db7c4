import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { NoteTypes, NoteWhere } from './note.js'
import type { TaskTypes, TaskWhere } from './task.js'

/** A team as stored; relations are keys. */
export type Team = {
  name: string
}

/** Values for a new team. */
export type TeamCreate = {
  name: string
  notes?: number[]
  tasks?: number[]
}

/** Changes to a team. */
export type TeamUpdate = { [Field in keyof TeamCreate]?: TeamCreate[Field] }

/** Values that a request can set on a team. */
export type TeamFields = Required<TeamCreate>

/** A team in a response, without fields that the caller cannot see or did not select. */
export type TeamDocument = {
  _type: 'Team'
  _pk: string
  _self: string | null
  notes?: number[]
  notes_total?: number
  tasks?: number[]
  tasks_total?: number
} & Partial<Team>

/** A filter for teams. */
export interface TeamWhere extends Logical<TeamWhere> {
  name?: string | null | TextFilter
  notes?: ToManyFilter<NoteWhere>
  tasks?: ToManyFilter<TaskWhere>
}

/** The types of Team for its repository, routes and events. */
export interface TeamTypes extends ModelTypes {
  Name: 'Team'
  Row: Team
  Key: string
  Unique: { name: string }
  Fields: TeamFields
  Create: TeamCreate
  Update: TeamUpdate
  Document: TeamDocument
  Where: TeamWhere
  Sortable: keyof Team
  Incrementable: never
  Dates: never
  Relations: {
    notes: NoteTypes[]
    tasks: TaskTypes[]
  }
}

/** The fields, relations and schema of Team. */
export const teamModel: TypedModel<TeamTypes> = {
  name: 'Team',
  var: 'team',
  table: 'team',
  key: 'name',
  fields: { name: { type: 'string', column: 'name', required: true, unique: true } },
  relations: {
    notes: {
      model: 'Note',
      side: 'one',
      many: true,
      unique: false,
      column: 'team_name',
      keyType: 'id_field',
      inverse: 'team',
      required: false,
      onDelete: 'nullify',
    },
    tasks: {
      model: 'Task',
      side: 'one',
      many: true,
      unique: false,
      column: 'team_name',
      keyType: 'id_field',
      inverse: 'team',
      required: false,
      onDelete: 'cascade',
    },
  },
  foreignKeys: {},
  required: ['name'],
  additionalProperties: false,
  path: ['/teams/', 'name'],
}
