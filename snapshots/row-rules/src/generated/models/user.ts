import { hashPassword } from '../runtime/auth/passwords.js'
import { addNested } from '../runtime/http/nested-documents.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Membership, MembershipWhere } from './membership.js'
import type { Note, NoteWhere } from './note.js'
import type { Organization, OrganizationWhere } from './organization.js'
import type { Profile, ProfileDocument, ProfileWhere } from './profile.js'

/** Possible items of `groups`. */
export const userGroups = ['admin', 'doctor', 'clerk', 'user'] as const
export type UserGroup = (typeof userGroups)[number]

/** A user as stored; relations are keys. */
export type User = {
  email: string
  groups: UserGroup[] | null
  level: number | null
  password: string
  username: string
  organization: string | null
}

/** Values for a new user. */
export type UserCreate = {
  email: string
  groups?: UserGroup[] | null
  level?: number | null
  password: string
  username: string
  organization?: string | null
  memberships?: number[]
  notes?: number[]
  profile?: number | null
}

/** Changes to a user. */
export type UserUpdate = { [Field in keyof UserCreate]?: UserCreate[Field] }

/** Values that a request can set on a user. */
export type UserFields = Required<UserCreate>

/** A user in a response, without fields that the caller cannot see or did not select. */
export type UserDocument = {
  _type: 'User'
  _pk: string
  _self: string | null
  memberships?: number[]
  memberships_total?: number
  notes?: number[]
  notes_total?: number
  profile?: number | ProfileDocument | null
} & Partial<Omit<User, 'password'>>

/** A filter for users. */
export interface UserWhere extends Logical<UserWhere> {
  email?: string | null | TextFilter
  groups?: ListFilter<UserGroup>
  level?: number | null | OrderedFilter<number>
  username?: string | null | TextFilter
  memberships?: ToManyFilter<MembershipWhere>
  notes?: ToManyFilter<NoteWhere>
  organization?: ToOneFilter<OrganizationWhere, string>
  profile?: ToOneFilter<ProfileWhere, number>
}

/** The types of User for its repository, routes and events. */
export interface UserTypes extends ModelTypes {
  Name: 'User'
  Row: User
  Key: string
  Unique: { username: string }
  Fields: UserFields
  Create: UserCreate
  Update: UserUpdate
  Document: UserDocument
  Where: UserWhere
  Sortable: Exclude<keyof User, 'organization' | 'password'>
  Secret: 'password'
  Incrementable: 'level'
  Dates: never
  Relations: {
    memberships: Membership[]
    notes: Note[]
    organization: Organization | null
    profile: Profile | null
  }
}

/** The fields, relations and schema of User. */
export const userModel: TypedModel<UserTypes> = {
  name: 'User',
  var: 'user',
  table: 'user',
  key: 'username',
  fields: {
    email: { type: 'string', column: 'email', required: true, unique: true },
    groups: {
      type: 'list',
      column: 'groups',
      choices: userGroups,
      itemType: 'string',
      default: { value: ['user'] },
    },
    level: { type: 'integer', column: 'level' },
    password: { type: 'string', column: 'password', required: true, hash: hashPassword },
    username: { type: 'string', column: 'username', required: true, unique: true },
  },
  relations: {
    memberships: {
      model: 'Membership',
      side: 'one',
      many: true,
      unique: false,
      column: 'member_name',
      keyType: 'id_field',
      inverse: 'member',
      required: false,
      onDelete: 'cascade',
    },
    notes: {
      model: 'Note',
      side: 'one',
      many: true,
      unique: false,
      column: 'owner_name',
      keyType: 'id_field',
      inverse: 'owner',
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
      inverse: 'users',
      required: false,
      onDelete: 'nullify',
    },
    profile: {
      model: 'Profile',
      side: 'one',
      many: false,
      unique: true,
      column: 'user_name',
      keyType: 'id_field',
      inverse: 'user',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { organization_id: 'organization' },
  required: ['email', 'password', 'username'],
  schema: { properties: { email: { format: 'email' }, password: { minLength: 8 } } },
  additionalProperties: false,
  nested: { names: ['profile'], depth: 1, add: addNested },
  path: '/users/:username',
}
