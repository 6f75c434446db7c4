import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { User, UserWhere } from './user.js'

/** A vault as stored; relations are keys. */
export type Vault = {
  code: string | null
  codes: string[] | null
  id: number
  user: string | null
}

/** Values for a new vault. */
export type VaultCreate = {
  code?: string | null
  codes?: string[] | null
  user?: string | null
}

/** Changes to a vault. */
export type VaultUpdate = { [Field in keyof VaultCreate]?: VaultCreate[Field] }

/** Values that a request can set on a vault. */
export type VaultFields = Required<VaultCreate>

/** A vault in a response, without fields that the caller cannot see or did not select. */
export type VaultDocument = {
  _type: 'Vault'
  _pk: string
  _self: string | null
} & Partial<Vault>

/** A filter for vaults. */
export interface VaultWhere extends Logical<VaultWhere> {
  code?: string | null | TextFilter
  codes?: ListFilter<NonNullable<Vault['codes']>[number]>
  id?: Vault['id'] | OrderedFilter<Vault['id']>
  user?: ToOneFilter<UserWhere, string>
}

/** The types of Vault for its repository, routes and events. */
export interface VaultTypes extends ModelTypes {
  Name: 'Vault'
  Row: Vault
  Key: number
  Unique: { id: number }
  Fields: VaultFields
  Create: VaultCreate
  Update: VaultUpdate
  Document: VaultDocument
  Where: VaultWhere
  Sortable: Exclude<keyof Vault, 'user'>
  Incrementable: never
  Dates: never
  Relations: {
    user: User | null
  }
}

/** The fields, relations and schema of Vault. */
export const vaultModel: TypedModel<VaultTypes> = {
  name: 'Vault',
  var: 'vault',
  table: 'vault',
  key: 'id',
  fields: {
    code: { type: 'string', column: 'code' },
    codes: { type: 'list', column: 'codes', itemType: 'string' },
    id: { type: 'id_field', column: 'id', unique: true },
  },
  relations: {
    user: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: true,
      column: 'user_name',
      keyType: 'string',
      inverse: 'vault',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { user_name: 'user' },
  additionalProperties: false,
  path: '/vaults/:id',
}
