import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { User, UserWhere } from './user.js'

/** A profile as stored; relations are keys. */
export type Profile = {
  address: string | null
  id: number
  motto: string | null
  rating: number | null
  user: string | null
}

/** Values for a new profile. */
export type ProfileCreate = {
  address?: string | null
  motto?: string | null
  rating?: number | null
  user?: string | null
}

/** Changes to a profile. */
export type ProfileUpdate = { [Field in keyof ProfileCreate]?: ProfileCreate[Field] }

/** Values that a request can set on a profile. */
export type ProfileFields = Required<ProfileCreate>

/** A profile in a response, without fields that the caller cannot see or did not select. */
export type ProfileDocument = {
  _type: 'Profile'
  _pk: string
  _self: string | null
} & Partial<Profile>

/** A filter for profiles. */
export interface ProfileWhere extends Logical<ProfileWhere> {
  address?: string | null | TextFilter
  id?: Profile['id'] | OrderedFilter<Profile['id']>
  motto?: string | null | TextFilter
  rating?: number | null | OrderedFilter<number>
  user?: ToOneFilter<UserWhere, string>
}

/** The types of Profile for its repository, routes and events. */
export interface ProfileTypes extends ModelTypes {
  Name: 'Profile'
  Row: Profile
  Key: number
  Unique: { id: number }
  Fields: ProfileFields
  Create: ProfileCreate
  Update: ProfileUpdate
  Document: ProfileDocument
  Where: ProfileWhere
  Sortable: Exclude<keyof Profile, 'user'>
  Incrementable: 'rating'
  Dates: never
  Relations: {
    user: User | null
  }
}

/** The fields, relations and schema of Profile. */
export const profileModel: TypedModel<ProfileTypes> = {
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
  foreignKeys: { user_id: 'user' },
  additionalProperties: false,
  path: '/users/:user/profile',
}
