import { hashPassword } from '../runtime/auth/passwords.js'
import { dictMerging } from '../runtime/body/dicts.js'
import { addNested } from '../runtime/http/nested-documents.js'
import type { Json } from '../runtime/json.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  PresenceFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Comment, CommentWhere } from './comment.js'
import type { Profile, ProfileDocument, ProfileWhere } from './profile.js'
import type { Story, StoryDocument, StoryWhere } from './story.js'

/** Possible items of `groups`. */
export const userGroups = ['admin', 'editor', 'guest', 'user'] as const
export type UserGroup = (typeof userGroups)[number]

/** A user as stored; relations are keys. */
export type User = {
  email: string
  groups: UserGroup[] | null
  memo: string | null
  name: string | null
  password: string
  score: number | null
  settings: Record<string, Json> | null
  username: string
}

/** Values for a new user. */
export type UserCreate = {
  email: string
  groups?: UserGroup[] | null
  memo?: string | null
  name?: string | null
  password: string
  score?: number | null
  settings?: Record<string, Json> | null
  username: string
  comments?: number[]
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
  comments?: number[]
  comments_total?: number
  profile?: number | ProfileDocument | null
  stories?: (number | StoryDocument)[]
  stories_total?: number
} & Partial<Omit<User, 'password'>>

/** A filter for users. */
export interface UserWhere extends Logical<UserWhere> {
  email?: string | null | TextFilter
  groups?: ListFilter<UserGroup>
  memo?: string | null | TextFilter
  name?: string | null | TextFilter
  score?: number | null | OrderedFilter<number>
  settings?: PresenceFilter
  username?: string | null | TextFilter
  comments?: ToManyFilter<CommentWhere>
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
  Incrementable: 'score'
  Dates: never
  Relations: {
    comments: Comment[]
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
    memo: { type: 'text', column: 'memo' },
    name: { type: 'string', column: 'name' },
    password: { type: 'string', column: 'password', required: true, hash: hashPassword },
    score: { type: 'integer', column: 'score', default: { value: 0 } },
    settings: { type: 'dict', column: 'settings' },
    username: { type: 'string', column: 'username', required: true, unique: true, maxLength: 50 },
  },
  relations: {
    comments: {
      model: 'Comment',
      side: 'one',
      many: true,
      unique: false,
      column: 'author_id',
      keyType: 'id_field',
      inverse: 'author',
      required: false,
      onDelete: 'cascade',
    },
    profile: {
      model: 'Profile',
      side: 'one',
      many: false,
      unique: true,
      column: 'user_id',
      keyType: 'id_field',
      inverse: 'user',
      required: false,
      onDelete: 'cascade',
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
  required: ['email', 'password', 'username'],
  schema: {
    properties: { email: { format: 'email' }, password: { minLength: 8 }, username: { minLength: 1 } },
  },
  additionalProperties: false,
  dicts: dictMerging,
  nested: { names: ['profile', 'stories'], depth: 2, add: addNested },
  path: '/users/:username',
}
