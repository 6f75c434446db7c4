import type { ListFilter, Logical, ModelTypes, TextFilter, TypedModel } from '../runtime/repository/types.js'
import { hashPassword } from '../runtime/users/passwords.js'
import { storedEmail, storedName } from '../runtime/users/user-checks.js'

/** Possible items of `groups`. */
export const userGroups = ['admin', 'user'] as const
export type UserGroup = (typeof userGroups)[number]

/** A user as stored; relations are keys. */
export type User = {
  email: string
  groups: UserGroup[] | null
  password: string
  username: string
}

/** Values for a new user. */
export type UserCreate = {
  email: string
  groups?: UserGroup[] | null
  password: string
  username: string
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
} & Partial<Omit<User, 'password'>>

/** A filter for users. */
export interface UserWhere extends Logical<UserWhere> {
  email?: string | null | TextFilter
  groups?: ListFilter<UserGroup>
  username?: string | null | TextFilter
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
  Sortable: Exclude<keyof User, 'password'>
  Secret: 'password'
  Incrementable: never
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of User. */
export const userModel: TypedModel<UserTypes> = {
  name: 'User',
  var: 'user',
  table: 'user',
  key: 'username',
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
    password: {
      type: 'string',
      column: 'password',
      required: true,
      hash: hashPassword,
      schema: { minLength: 1 },
    },
    username: {
      type: 'string',
      column: 'username',
      required: true,
      unique: true,
      normalize: storedName,
      schema: { minLength: 1 },
    },
  },
  relations: {},
  foreignKeys: {},
  required: ['email', 'password', 'username'],
  additionalProperties: false,
  path: ['/users/self'],
}
