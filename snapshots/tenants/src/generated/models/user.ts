import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import { hashPassword } from '../runtime/users/passwords.js'
import { storedEmail, storedName } from '../runtime/users/user-checks.js'
import { uuid } from '../runtime/values/made.js'

/** Possible items of `groups`. */
export const userGroups = ['admin', 'user'] as const
export type UserGroup = (typeof userGroups)[number]

/** A user as stored; relations are keys. */
export type User = {
  email: string
  groups: UserGroup[] | null
  id: string
  organization: string
  password: string
  seats: number
}

/** Values for a new user. */
export type UserCreate = {
  email: string
  groups?: UserGroup[] | null
  password: string
}

/** Changes to a user. */
export type UserUpdate = { [Field in keyof UserCreate]?: UserCreate[Field] }

/** Values of a user that only the service sets. */
export type UserReadOnly = {
  id?: string
  organization: string
  seats: number
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
  email?: string | null | TextFilter
  groups?: ListFilter<UserGroup>
  id?: string | null | TextFilter
  organization?: string | null | TextFilter
  seats?: number | null | OrderedFilter<number>
}

/** The types of User for its repository, routes and events. */
export interface UserTypes extends ModelTypes {
  Name: 'User'
  Row: User
  Key: string
  Unique: { id: string }
  Fields: UserFields
  Create: UserCreate & UserReadOnly
  Update: Partial<UserCreate & UserReadOnly>
  Document: UserDocument
  Where: UserWhere
  Sortable: Exclude<keyof User, 'password'>
  Secret: 'password'
  Incrementable: 'seats'
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of User. */
export const userModel: TypedModel<UserTypes> = {
  name: 'User',
  var: 'user',
  table: 'user',
  key: 'id',
  fields: {
    email: {
      type: 'string',
      column: 'email',
      required: true,
      unique: true,
      normalize: storedEmail,
      schema: { format: 'email' },
    },
    groups: {
      type: 'list',
      column: 'groups',
      choices: userGroups,
      itemType: 'string',
      default: { value: ['user'] },
    },
    id: {
      type: 'string',
      column: 'id',
      required: true,
      unique: true,
      normalize: storedName,
      default: { make: uuid },
    },
    organization: { type: 'string', column: 'organization', required: true },
    password: {
      type: 'string',
      column: 'password',
      required: true,
      hash: hashPassword,
      schema: { minLength: 8 },
    },
    seats: { type: 'integer', column: 'seats', required: true },
  },
  relations: {},
  foreignKeys: {},
  writeRules: { id: { readOnly: true }, organization: { readOnly: true }, seats: { readOnly: true } },
  required: ['email', 'organization', 'password', 'seats'],
  additionalProperties: false,
  path: ['/users/', 'id'],
}
