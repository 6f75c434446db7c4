import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { StoryTypes, StoryWhere } from './story.js'

/** A user as stored; relations are keys. */
export type User = {
  name: string | null
  username: string
}

/** Values for a new user. */
export type UserCreate = {
  name?: string | null
  username: string
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
  stories?: number[]
  stories_total?: number
} & Partial<User>

/** A filter for users. */
export interface UserWhere extends Logical<UserWhere> {
  name?: string | null | TextFilter
  username?: string | null | TextFilter
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
  Sortable: keyof User
  Incrementable: never
  Dates: never
  Relations: {
    stories: StoryTypes[]
  }
}

/** The fields, relations and schema of User. */
export const userModel: TypedModel<UserTypes> = {
  name: 'User',
  var: 'user',
  table: 'user',
  key: 'username',
  fields: {
    name: { type: 'string', column: 'name' },
    username: {
      type: 'string',
      column: 'username',
      required: true,
      unique: true,
      maxLength: 50,
      schema: { minLength: 1 },
    },
  },
  relations: {
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
  required: ['username'],
  additionalProperties: false,
  path: ['/users/', 'username'],
}
