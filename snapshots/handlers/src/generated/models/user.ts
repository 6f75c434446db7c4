import { hashPassword } from '../runtime/auth/passwords.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Profile, ProfileWhere } from './profile.js'
import type { Story, StoryWhere } from './story.js'

/** Possible items of `groups`. */
export const userGroups = ['admin', 'user'] as const
export type UserGroup = (typeof userGroups)[number]

/** A user as stored; relations are keys. */
export type User = {
  email: string
  groups: UserGroup[] | null
  passphrase: string | null
  password: string
  username: string
}

/** Values for a new user. */
export type UserCreate = {
  email: string
  groups?: UserGroup[] | null
  passphrase?: string | null
  password: string
  username: string
  profile?: number | null
  stories?: number[]
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
  profile?: number | null
  stories?: number[]
  stories_total?: number
} & Partial<Omit<User, 'password'>>

/** A filter for users. */
export interface UserWhere extends Logical<UserWhere> {
  email?: string | null | TextFilter
  groups?: ListFilter<UserGroup>
  passphrase?: string | null | TextFilter
  username?: string | null | TextFilter
  profile?: ToOneFilter<ProfileWhere, number>
  stories?: ToManyFilter<StoryWhere>
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
  Relations: {
    profile: Profile | null
    stories: Story[]
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
    passphrase: { type: 'string', column: 'passphrase' },
    password: { type: 'string', column: 'password', required: true, hash: hashPassword },
    username: { type: 'string', column: 'username', required: true, unique: true },
  },
  relations: {
    profile: {
      model: 'Profile',
      side: 'one',
      many: false,
      unique: true,
      column: 'user_id',
      keyType: 'id_field',
      inverse: 'user',
      required: false,
      onDelete: 'nullify',
    },
    stories: {
      model: 'Story',
      side: 'one',
      many: true,
      unique: false,
      column: 'owner_id',
      keyType: 'id_field',
      inverse: 'owner',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  processors: { email: ['lowercase'], passphrase: ['encrypt'], username: ['lowercase'] },
  required: ['email', 'password', 'username'],
  schema: {
    properties: { email: { format: 'email' }, password: { minLength: 3 }, username: { minLength: 1 } },
  },
  additionalProperties: false,
  path: '/users/:username',
}
