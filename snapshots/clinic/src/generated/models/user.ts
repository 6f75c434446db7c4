import { hashPassword } from '../runtime/auth/passwords.js'
import type {
  AnyFilter,
  ListFilter,
  Logical,
  ModelTypes,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Doctor, DoctorWhere } from './doctor.js'
import type { Organization, OrganizationWhere } from './organization.js'
import type { Patient, PatientWhere } from './patient.js'

/** Possible items of `groups`. */
export const userGroups = ['admin', 'manager', 'doctor', 'patient'] as const
export type UserGroup = (typeof userGroups)[number]

/** A user as stored; relations are keys. */
export type User = {
  active: boolean
  email: string
  groups: UserGroup[] | null
  password: string
  username: string
  organization: string | null
}

/** Values for a new user. */
export type UserCreate = {
  active?: boolean
  email: string
  groups?: UserGroup[] | null
  password: string
  username: string
  organization?: string | null
}

/** Changes to a user. */
export type UserUpdate = { [Field in keyof UserCreate]?: UserCreate[Field] }

/** Values of a user that only the service sets. */
export type UserReadOnly = {
  doctor?: number | null
  patient?: number | null
}

/** Values that a request can set on a user. */
export type UserFields = Required<UserCreate & UserReadOnly>

/** A user in a response, without fields that the caller cannot see or did not select. */
export type UserDocument = {
  _type: 'User'
  _pk: string
  _self: string | null
} & Partial<Omit<User, 'password'>>

/** A filter for users. */
export interface UserWhere extends Logical<UserWhere> {
  active?: boolean | null | AnyFilter<boolean>
  email?: string | null | TextFilter
  groups?: ListFilter<UserGroup>
  username?: string | null | TextFilter
  doctor?: ToOneFilter<DoctorWhere, number>
  organization?: ToOneFilter<OrganizationWhere, string>
  patient?: ToOneFilter<PatientWhere, number>
}

/** The types of User for its repository, routes and events. */
export interface UserTypes extends ModelTypes {
  Name: 'User'
  Row: User
  Key: string
  Unique: { username: string }
  Fields: UserFields
  Create: UserCreate & UserReadOnly
  Update: Partial<UserCreate & UserReadOnly>
  Document: UserDocument
  Where: UserWhere
  Sortable: Exclude<keyof User, 'organization' | 'password'>
  Secret: 'password'
  Incrementable: never
  Dates: never
  Relations: {
    doctor: Doctor | null
    organization: Organization | null
    patient: Patient | null
  }
}

/** The fields, relations and schema of User. */
export const userModel: TypedModel<UserTypes> = {
  name: 'User',
  var: 'user',
  table: 'user',
  key: 'username',
  fields: {
    active: { type: 'boolean', column: 'active', required: true, default: { value: true } },
    email: { type: 'string', column: 'email', required: true, unique: true },
    groups: {
      type: 'list',
      column: 'groups',
      choices: userGroups,
      itemType: 'string',
      default: { value: ['patient'] },
    },
    password: { type: 'string', column: 'password', required: true, hash: hashPassword },
    username: { type: 'string', column: 'username', required: true, unique: true, maxLength: 40 },
  },
  relations: {
    doctor: {
      model: 'Doctor',
      side: 'one',
      many: false,
      unique: true,
      column: 'account_username',
      keyType: 'id_field',
      inverse: 'account',
      required: false,
      listed: false,
      onDelete: 'nullify',
    },
    organization: {
      model: 'Organization',
      side: 'holder',
      many: false,
      unique: false,
      column: 'organization_name',
      keyType: 'string',
      inverse: 'users',
      required: false,
      onDelete: 'nullify',
      default: { user: 'organization' },
    },
    patient: {
      model: 'Patient',
      side: 'one',
      many: false,
      unique: true,
      column: 'account_username',
      keyType: 'id_field',
      inverse: 'account',
      required: false,
      listed: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { organization_name: 'organization' },
  writeRules: {
    active: { writableBy: true },
    doctor: { readOnly: true },
    groups: { writableBy: true },
    organization: { writableBy: true },
    patient: { readOnly: true },
  },
  required: ['email', 'password', 'username'],
  schema: { properties: { password: { minLength: 12 }, username: { minLength: 2 } } },
  additionalProperties: false,
  createsOne: true,
  path: '/users/:username',
}
