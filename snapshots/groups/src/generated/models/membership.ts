import { addNested } from '../runtime/http/nested-documents.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { PersonTypes, PersonWhere } from './person.js'
import type { ProjectDocument, ProjectTypes, ProjectWhere } from './project.js'

/** A membership as stored; relations are keys. */
export type Membership = {
  id: number
  rank: number | null
  member: string | null
  project: string | null
}

/** Values for a new membership. */
export type MembershipCreate = {
  rank?: number | null
  member?: string | null
  project?: string | null
}

/** Changes to a membership. */
export type MembershipUpdate = { [Field in keyof MembershipCreate]?: MembershipCreate[Field] }

/** Values that a request can set on a membership. */
export type MembershipFields = Required<MembershipCreate>

/** A membership in a response, without fields that the caller cannot see or did not select. */
export type MembershipDocument = {
  _type: 'Membership'
  _pk: string
  _self: string | null
  project?: string | ProjectDocument | null
} & Partial<Omit<Membership, 'project'>>

/** A filter for memberships. */
export interface MembershipWhere extends Logical<MembershipWhere> {
  id?: Membership['id'] | OrderedFilter<Membership['id']>
  rank?: number | null | OrderedFilter<number>
  member?: ToOneFilter<PersonWhere, string>
  project?: ToOneFilter<ProjectWhere, string>
}

/** The types of Membership for its repository, routes and events. */
export interface MembershipTypes extends ModelTypes {
  Name: 'Membership'
  Row: Membership
  Key: number
  Unique: { id: number }
  Fields: MembershipFields
  Create: MembershipCreate
  Update: MembershipUpdate
  Document: MembershipDocument
  Where: MembershipWhere
  Sortable: Exclude<keyof Membership, 'member' | 'project'>
  Incrementable: 'rank'
  Dates: never
  Relations: {
    member: PersonTypes | null
    project: ProjectTypes | null
  }
}

/** The fields, relations and schema of Membership. */
export const membershipModel: TypedModel<MembershipTypes> = {
  name: 'Membership',
  var: 'membership',
  table: 'membership',
  key: 'id',
  fields: { id: { type: 'id_field', column: 'id', unique: true }, rank: { type: 'integer', column: 'rank' } },
  relations: {
    member: {
      model: 'Person',
      side: 'holder',
      many: false,
      unique: false,
      column: 'member_login',
      keyType: 'string',
      inverse: 'memberships',
      required: false,
      onDelete: 'nullify',
    },
    project: {
      model: 'Project',
      side: 'holder',
      many: false,
      unique: false,
      column: 'project_name',
      keyType: 'string',
      inverse: 'memberships',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { member_login: 'member', project_name: 'project' },
  additionalProperties: false,
  nested: { names: ['project'], depth: 1, add: addNested },
  path: ['/memberships/', 'id'],
}
