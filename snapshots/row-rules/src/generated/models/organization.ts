import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Project, ProjectWhere } from './project.js'
import type { User, UserWhere } from './user.js'

/** An organization as stored; relations are keys. */
export type Organization = {
  name: string | null
  slug: string
}

/** Values for a new organization. */
export type OrganizationCreate = {
  name?: string | null
  slug: string
  projects?: number[]
  users?: string[]
}

/** Changes to an organization. */
export type OrganizationUpdate = { [Field in keyof OrganizationCreate]?: OrganizationCreate[Field] }

/** Values that a request can set on an organization. */
export type OrganizationFields = Required<OrganizationCreate>

/** An organization in a response, without fields that the caller cannot see or did not select. */
export type OrganizationDocument = {
  _type: 'Organization'
  _pk: string
  _self: string | null
  projects?: number[]
  projects_total?: number
  users?: string[]
  users_total?: number
} & Partial<Organization>

/** A filter for organizations. */
export interface OrganizationWhere extends Logical<OrganizationWhere> {
  name?: string | null | TextFilter
  slug?: string | null | TextFilter
  projects?: ToManyFilter<ProjectWhere>
  users?: ToManyFilter<UserWhere>
}

/** The types of Organization for its repository, routes and events. */
export interface OrganizationTypes extends ModelTypes {
  Name: 'Organization'
  Row: Organization
  Key: string
  Unique: { slug: string }
  Fields: OrganizationFields
  Create: OrganizationCreate
  Update: OrganizationUpdate
  Document: OrganizationDocument
  Where: OrganizationWhere
  Sortable: keyof Organization
  Incrementable: never
  Dates: never
  Relations: {
    projects: Project[]
    users: User[]
  }
}

/** The fields, relations and schema of Organization. */
export const organizationModel: TypedModel<OrganizationTypes> = {
  name: 'Organization',
  var: 'organization',
  table: 'organization',
  key: 'slug',
  fields: {
    name: { type: 'string', column: 'name', unique: true },
    slug: { type: 'string', column: 'slug', required: true, unique: true },
  },
  relations: {
    projects: {
      model: 'Project',
      side: 'one',
      many: true,
      unique: false,
      column: 'organization_id',
      keyType: 'id_field',
      inverse: 'organization',
      required: false,
      onDelete: 'nullify',
    },
    users: {
      model: 'User',
      side: 'one',
      many: true,
      unique: false,
      column: 'organization_id',
      keyType: 'string',
      inverse: 'organization',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  required: ['slug'],
  additionalProperties: false,
  path: '/organizations/:slug',
}
