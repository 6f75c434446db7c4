import { hashPassword } from '../runtime/auth/passwords.js'
import type { ModelSpec } from '../runtime/model.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  PresenceFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Note, NoteWhere } from './note.js'
import type { Vault, VaultWhere } from './vault.js'

/** User schema, as stored. */
export interface User {
  email: string
  groups: ('admin' | 'editor' | 'user')[] | null
  nickname: string | null
  password: string
  settings: {
    [k: string]: unknown
  } | null
  username: string
}

/** What creating one takes. */
export interface UserCreate {
  email: string
  groups?: ('admin' | 'editor' | 'user')[] | null
  nickname?: string | null
  password: string
  settings?: {
    [k: string]: unknown
  } | null
  username: string
  notes?: number[]
  vault?: number | null
}

/** What a body can set, virtual fields included. */
export interface UserFields {
  email: string
  groups: ('admin' | 'editor' | 'user')[] | null
  nickname: string | null
  password: string
  settings: {
    [k: string]: unknown
  } | null
  username: string
  notes: number[]
  vault: number | null
}

/** What user can be filtered by. */
export interface UserWhere extends Logical<UserWhere> {
  email?: string | null | TextFilter
  groups?: ListFilter<NonNullable<User['groups']>[number]>
  nickname?: string | null | TextFilter
  password?: string | null | TextFilter
  settings?: PresenceFilter
  username?: string | null | TextFilter
  notes?: ToManyFilter<NoteWhere>
  vault?: ToOneFilter<VaultWhere, number>
}

/** User as repositories and events know it. */
export interface UserTypes extends ModelTypes {
  Name: 'User'
  Row: User
  Key: string
  Unique: { username: string }
  Fields: UserFields
  Create: UserCreate
  Update: Partial<UserCreate>
  Where: UserWhere
  Sortable: 'email' | 'groups' | 'nickname' | 'password' | 'settings' | 'username'
  Relations: {
    notes: Note[]
    vault: Vault | null
  }
}

/** User schema: its fields, columns and relations. */
export const userModel: ModelSpec = {
  name: 'User',
  var: 'user',
  table: 'user',
  key: 'username',
  fields: {
    email: { type: 'string', column: 'email', required: true, unique: true },
    groups: {
      type: 'list',
      column: 'groups',
      choices: ['admin', 'editor', 'user'],
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
  row: (at) => ({
    email: at(0),
    groups: at(1),
    nickname: at(2),
    password: at(3),
    settings: at(4),
    username: at(5),
  }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      email: { type: 'string' },
      groups: { items: { enum: ['admin', 'editor', 'user'], type: 'string' }, type: ['array', 'null'] },
      nickname: { type: ['string', 'null'] },
      notes: { items: { type: 'integer' }, type: ['array', 'null'] },
      password: { minLength: 8, type: 'string' },
      settings: { type: ['object', 'null'] },
      username: { maxLength: 50, minLength: 1, type: 'string' },
      vault: { type: ['integer', 'null'] },
    },
    required: ['email', 'password', 'username'],
    title: 'User schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/users/:username',
}
