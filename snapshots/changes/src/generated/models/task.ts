import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { TeamTypes, TeamWhere } from './team.js'

/** A task as stored; relations are keys. */
export type Task = {
  count: number | null
  id: number
  title: string
  team: string | null
}

/** Values for a new task. */
export type TaskCreate = {
  count?: number | null
  title: string
  team?: string | null
}

/** Changes to a task. */
export type TaskUpdate = { [Field in keyof TaskCreate]?: TaskCreate[Field] }

/** Values that a request can set on a task. */
export type TaskFields = Required<TaskCreate>

/** A task in a response, without fields that the caller cannot see or did not select. */
export type TaskDocument = {
  _type: 'Task'
  _pk: string
  _self: string | null
} & Partial<Task>

/** A filter for tasks. */
export interface TaskWhere extends Logical<TaskWhere> {
  count?: number | null | OrderedFilter<number>
  id?: Task['id'] | OrderedFilter<Task['id']>
  title?: string | null | TextFilter
  team?: ToOneFilter<TeamWhere, string>
}

/** The types of Task for its repository, routes and events. */
export interface TaskTypes extends ModelTypes {
  Name: 'Task'
  Row: Task
  Key: number
  Unique: { id: number }
  Fields: TaskFields
  Create: TaskCreate
  Update: TaskUpdate
  Document: TaskDocument
  Where: TaskWhere
  Sortable: Exclude<keyof Task, 'team'>
  Incrementable: 'count'
  Dates: never
  Relations: {
    team: TeamTypes | null
  }
}

/** The fields, relations and schema of Task. */
export const taskModel: TypedModel<TaskTypes> = {
  name: 'Task',
  var: 'task',
  table: 'task',
  key: 'id',
  fields: {
    count: { type: 'integer', column: 'count' },
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {
    team: {
      model: 'Team',
      side: 'holder',
      many: false,
      unique: false,
      column: 'team_name',
      keyType: 'string',
      inverse: 'tasks',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { team_name: 'team' },
  required: ['title'],
  additionalProperties: false,
  path: ['/tasks/', 'id'],
}
