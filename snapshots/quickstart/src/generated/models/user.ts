import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, TextFilter, ToManyFilter } from '../runtime/repository/repository.js'
import type { Story, StoryWhere } from './story.js'

/** User schema, as stored. */
export interface User {
  name: string | null
  username: string
}

/** What creating one takes. */
export interface UserCreate {
  name?: string | null
  username: string
  stories?: number[]
}

/** What a body can set, virtual fields included. */
export interface UserFields {
  name: string | null
  username: string
  stories: number[]
}

/** What user can be filtered by. */
export interface UserWhere extends Logical<UserWhere> {
  name?: string | null | TextFilter
  username?: string | null | TextFilter
  stories?: ToManyFilter<StoryWhere>
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
  Sortable: 'name' | 'username'
  Relations: {
    stories: Story[]
  }
}

/** User schema: its fields, columns and relations. */
export const userModel: ModelSpec = {
  name: 'User',
  var: 'user',
  table: 'user',
  key: 'username',
  fields: {
    name: { type: 'string', column: 'name' },
    username: { type: 'string', column: 'username', required: true, unique: true, maxLength: 50 },
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
  row: (at) => ({ name: at(0), username: at(1) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      name: { type: ['string', 'null'] },
      stories: { items: { type: 'integer' }, type: ['array', 'null'] },
      username: { maxLength: 50, minLength: 1, type: 'string' },
    },
    required: ['username'],
    title: 'User schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/users/:username',
}
