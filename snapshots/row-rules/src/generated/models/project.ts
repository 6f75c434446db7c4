import { addNested } from '../runtime/http/nested-documents.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Membership, MembershipWhere } from './membership.js'
import type { Note, NoteDocument, NoteWhere } from './note.js'
import type { Organization, OrganizationDocument, OrganizationWhere } from './organization.js'

/** A project as stored; relations are keys. */
export type Project = {
  id: number
  title: string
  organization: string | null
}

/** Values for a new project. */
export type ProjectCreate = {
  title: string
  organization?: string | null
  memberships?: number[]
  notes?: number[]
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
  memberships?: number[]
  memberships_total?: number
  notes?: (number | NoteDocument)[]
  notes_total?: number
  organization?: string | OrganizationDocument | null
} & Partial<Omit<Project, 'organization'>>

/** A filter for projects. */
export interface ProjectWhere extends Logical<ProjectWhere> {
  id?: Project['id'] | OrderedFilter<Project['id']>
  title?: string | null | TextFilter
  memberships?: ToManyFilter<MembershipWhere>
  notes?: ToManyFilter<NoteWhere>
  organization?: ToOneFilter<OrganizationWhere, string>
}

/** The types of Project for its repository, routes and events. */
export interface ProjectTypes extends ModelTypes {
  Name: 'Project'
  Row: Project
  Key: number
  Unique: { id: number }
  Fields: ProjectFields
  Create: ProjectCreate
  Update: ProjectUpdate
  Document: ProjectDocument
  Where: ProjectWhere
  Sortable: Exclude<keyof Project, 'organization'>
  Incrementable: never
  Dates: never
  Relations: {
    memberships: Membership[]
    notes: Note[]
    organization: Organization | null
  }
}

/** The fields, relations and schema of Project. */
export const projectModel: TypedModel<ProjectTypes> = {
  name: 'Project',
  var: 'project',
  table: 'project',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {
    memberships: {
      model: 'Membership',
      side: 'one',
      many: true,
      unique: false,
      column: 'project_id',
      keyType: 'id_field',
      inverse: 'project',
      required: false,
      onDelete: 'cascade',
    },
    notes: {
      model: 'Note',
      side: 'one',
      many: true,
      unique: false,
      column: 'project_id',
      keyType: 'id_field',
      inverse: 'project',
      required: false,
      onDelete: 'nullify',
    },
    organization: {
      model: 'Organization',
      side: 'holder',
      many: false,
      unique: false,
      column: 'organization_id',
      keyType: 'string',
      inverse: 'projects',
      required: false,
      onDelete: 'nullify',
      default: { user: 'organization' },
    },
  },
  foreignKeys: { organization_id: 'organization' },
  required: ['title'],
  additionalProperties: false,
  nested: { names: ['notes', 'organization'], depth: 1, add: addNested },
  path: '/projects/:id',
}
