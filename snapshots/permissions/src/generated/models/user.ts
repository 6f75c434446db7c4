import { hashPassword } from '../runtime/auth/passwords.js'
import { dictMerging } from '../runtime/body/dicts.js'
import type { Json } from '../runtime/json.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  PresenceFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Note, NoteWhere } from './note.js'
import type { Vault, VaultWhere } from './vault.js'

/** Possible items of `groups`. */
export const userGroups = ['admin', 'editor', 'user'] as const
export type UserGroup = (typeof userGroups)[number]

/** A user as stored; relations are keys. */
export type User = {
  email: string
  groups: UserGroup[] | null
  nickname: string | null
  password: string
  settings: Record<string, Json> | null
  username: string
}

/** Values for a new user. */
export type UserCreate = {
  email: string
  groups?: UserGroup[] | null
  nickname?: string | null
  password: string
  settings?: Record<string, Json> | null
  username: string
  notes?: number[]
  vault?: number | null
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
  notes?: number[]
  notes_total?: number
  vault?: number | null
} & Partial<Omit<User, 'password'>>

/** A filter for users. */
export interface UserWhere extends Logical<UserWhere> {
  email?: string | null | TextFilter
  groups?: ListFilter<UserGroup>
  nickname?: string | null | TextFilter
  settings?: PresenceFilter
  username?: string | null | TextFilter
  notes?: ToManyFilter<NoteWhere>
  vault?: ToOneFilter<VaultWhere, number>
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
    notes: Note[]
    vault: Vault | null
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
    nickname: { type: 'string', column: 'nickname' },
    password: { type: 'string', column: 'password', required: true, hash: hashPassword },
    settings: { type: 'dict', column: 'settings' },
    username: { type: 'string', column: 'username', required: true, unique: true, maxLength: 50 },
  },
  relations: {
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
    vault: {
      model: 'Vault',
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
  foreignKeys: {},
  required: ['email', 'password', 'username'],
  schema: { properties: { password: { minLength: 8 }, username: { minLength: 1 } } },
  additionalProperties: false,
  dicts: dictMerging,
  path: '/users/:username',
}
