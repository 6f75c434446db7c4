import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { User, UserWhere } from './user.js'

/** Profile schema, as stored. */
export interface Profile {
  address: string | null
  id: number
  motto: string | null
  rating: number | null
  user: string | null
}

/** What creating one takes. */
export interface ProfileCreate {
  address?: string | null
  motto?: string | null
  rating?: number | null
  user?: string | null
}

/** What a body can set, virtual fields included. */
export interface ProfileFields {
  address: string | null
  motto: string | null
  rating: number | null
  user: string | null
}

/** What profile can be filtered by. */
export interface ProfileWhere extends Logical<ProfileWhere> {
  address?: string | null | TextFilter
  id?: Profile['id'] | OrderedFilter<Profile['id']>
  motto?: string | null | TextFilter
  rating?: number | null | OrderedFilter<number>
  user?: ToOneFilter<UserWhere, string>
}

/** Profile as repositories and events know it. */
export interface ProfileTypes extends ModelTypes {
  Name: 'Profile'
  Row: Profile
  Key: number
  Unique: { id: number }
  Fields: ProfileFields
  Create: ProfileCreate
  Update: Partial<ProfileCreate>
  Where: ProfileWhere
  Sortable: 'address' | 'id' | 'motto' | 'rating'
  Relations: {
    user: User | null
  }
}

/** Profile schema: its fields, columns and relations. */
export const profileModel: ModelSpec = {
  name: 'Profile',
  var: 'profile',
  table: 'profile',
  key: 'id',
  fields: {
    address: { type: 'text', column: 'address' },
    id: { type: 'id_field', column: 'id', unique: true },
    motto: { type: 'text', column: 'motto' },
    rating: { type: 'integer', column: 'rating' },
  },
  relations: {
    user: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: true,
      column: 'user_id',
      keyType: 'string',
      inverse: 'profile',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ address: at(0), id: at(1), motto: at(2), rating: at(3), user: at(4) }),
  foreignKeys: { user_id: 'user' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      address: { type: ['string', 'null'] },
      motto: { type: ['string', 'null'] },
      rating: { type: ['integer', 'null'] },
      user: { type: ['string', 'null'] },
    },
    title: 'Profile schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/users/:user/profile',
}
