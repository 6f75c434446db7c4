import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Project, ProjectWhere } from './project.js'
import type { User, UserWhere } from './user.js'

/** A membership as stored; relations are keys. */
export type Membership = {
  id: number
  role: string | null
  member: string | null
  project: number | null
}

/** Values for a new membership. */
export type MembershipCreate = {
  role?: string | null
  member?: string | null
  project?: number | null
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
} & Partial<Membership>

/** A filter for memberships. */
export interface MembershipWhere extends Logical<MembershipWhere> {
  id?: Membership['id'] | OrderedFilter<Membership['id']>
  role?: string | null | TextFilter
  member?: ToOneFilter<UserWhere, string>
  project?: ToOneFilter<ProjectWhere, number>
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
  Incrementable: never
  Dates: never
  Relations: {
    member: User | null
    project: Project | null
  }
}

/** The fields, relations and schema of Membership. */
export const membershipModel: TypedModel<MembershipTypes> = {
  name: 'Membership',
  var: 'membership',
  table: 'membership',
  key: 'id',
  fields: { id: { type: 'id_field', column: 'id', unique: true }, role: { type: 'string', column: 'role' } },
  relations: {
    member: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: false,
      column: 'member_name',
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
      column: 'project_id',
      keyType: 'id_field',
      inverse: 'memberships',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { project_id: 'project', member_name: 'member' },
  writeRules: { member: { writeOnce: true } },
  additionalProperties: false,
  uniqueTogether: ['project', 'member'],
  path: '/memberships/:id',
}
