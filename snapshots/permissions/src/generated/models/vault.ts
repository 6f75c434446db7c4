import type { ModelSpec } from '../runtime/model.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { User, UserWhere } from './user.js'

/** Vault schema, as stored. */
export interface Vault {
  code: string | null
  codes: string[] | null
  id: number
  user: string | null
}

/** What creating one takes. */
export interface VaultCreate {
  code?: string | null
  codes?: string[] | null
  user?: string | null
}

/** What a body can set, virtual fields included. */
export interface VaultFields {
  code: string | null
  codes: string[] | null
  user: string | null
}

/** What vault can be filtered by. */
export interface VaultWhere extends Logical<VaultWhere> {
  code?: string | null | TextFilter
  codes?: ListFilter<NonNullable<Vault['codes']>[number]>
  id?: Vault['id'] | OrderedFilter<Vault['id']>
  user?: ToOneFilter<UserWhere, string>
}

/** Vault as repositories and events know it. */
export interface VaultTypes extends ModelTypes {
  Name: 'Vault'
  Row: Vault
  Key: number
  Unique: { id: number }
  Fields: VaultFields
  Create: VaultCreate
  Update: Partial<VaultCreate>
  Where: VaultWhere
  Sortable: 'code' | 'codes' | 'id'
  Relations: {
    user: User | null
  }
}

/** Vault schema: its fields, columns and relations. */
export const vaultModel: ModelSpec = {
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
  row: (at) => ({ code: at(0), codes: at(1), id: at(2), user: at(3) }),
  foreignKeys: { user_name: 'user' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      code: { type: ['string', 'null'] },
      codes: { type: ['array', 'null'] },
      user: { type: ['string', 'null'] },
    },
    title: 'Vault schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/vaults/:id',
}
