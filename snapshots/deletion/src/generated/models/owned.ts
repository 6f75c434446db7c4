import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** Owned, as stored. */
export interface Owned {
  id: number
  label: string | null
  hub: string | null
}

/** What creating one takes. */
export interface OwnedCreate {
  label?: string | null
  hub?: string | null
}

/** What a body can set, virtual fields included. */
export interface OwnedFields {
  label: string | null
  hub: string | null
}

/** What owned can be filtered by. */
export interface OwnedWhere extends Logical<OwnedWhere> {
  id?: Owned['id'] | OrderedFilter<Owned['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** Owned as repositories and events know it. */
export interface OwnedTypes extends ModelTypes {
  Name: 'Owned'
  Row: Owned
  Key: number
  Unique: { id: number }
  Fields: OwnedFields
  Create: OwnedCreate
  Update: Partial<OwnedCreate>
  Where: OwnedWhere
  Sortable: 'id' | 'label'
  Relations: {
    hub: Hub | null
  }
}

/** Owned: its fields, columns and relations. */
export const ownedModel: ModelSpec = {
  name: 'Owned',
  var: 'owned',
  table: 'owned',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    label: { type: 'string', column: 'label' },
  },
  relations: {
    hub: {
      model: 'Hub',
      side: 'holder',
      many: false,
      unique: false,
      column: 'hub_name',
      keyType: 'string',
      inverse: 'owned',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ id: at(0), label: at(1), hub: at(2) }),
  foreignKeys: { hub_name: 'hub' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { hub: { type: ['string', 'null'] }, label: { type: ['string', 'null'] } },
    title: 'Owned',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/owneds/:id',
}
