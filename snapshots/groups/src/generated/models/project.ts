import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { MembershipTypes, MembershipWhere } from './membership.js'

/** A project as stored; relations are keys. */
export type Project = {
  goal: string | null
  name: string
}

/** Values for a new project. */
export type ProjectCreate = {
  goal?: string | null
  name: string
  memberships?: number[]
}

/** Changes to a project. */
export type ProjectUpdate = { [Field in keyof ProjectCreate]?: ProjectCreate[Field] }

/** Values that a request can set on a project. */
export type ProjectFields = Required<ProjectCreate>

/** A project in a response, without fields that the caller cannot see or did not select. */
export type ProjectDocument = {
  _type: 'Project'
  _pk: string
  _self: string | null
} & Partial<Project>

/** A filter for projects. */
export interface ProjectWhere extends Logical<ProjectWhere> {
  goal?: string | null | TextFilter
  name?: string | null | TextFilter
  memberships?: ToManyFilter<MembershipWhere>
}

/** The types of Project for its repository, routes and events. */
export interface ProjectTypes extends ModelTypes {
  Name: 'Project'
  Row: Project
  Key: string
  Unique: { name: string }
  Fields: ProjectFields
  Create: ProjectCreate
  Update: ProjectUpdate
  Document: ProjectDocument
  Where: ProjectWhere
  Sortable: keyof Project
  Incrementable: never
  Dates: never
  Relations: {
    memberships: MembershipTypes[]
  }
}

/** The fields, relations and schema of Project. */
export const projectModel: TypedModel<ProjectTypes> = {
  name: 'Project',
  var: 'project',
  table: 'project',
  key: 'name',
  fields: {
    goal: { type: 'text', column: 'goal' },
    name: { type: 'string', column: 'name', required: true, unique: true },
  },
  relations: {
    memberships: {
      model: 'Membership',
      side: 'one',
      many: true,
      unique: false,
      column: 'project_name',
      keyType: 'id_field',
      inverse: 'project',
      required: false,
      listed: false,
      onDelete: 'cascade',
    },
  },
  foreignKeys: {},
  required: ['name'],
  additionalProperties: false,
  path: ['/projects/', 'name'],
}
