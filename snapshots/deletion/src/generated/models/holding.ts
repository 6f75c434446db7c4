import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** Holding, as stored. */
export interface Holding {
  id: number
  label: string | null
  hub: string | null
}

/** What creating one takes. */
export interface HoldingCreate {
  label?: string | null
  hub?: string | null
}

/** What a body can set, virtual fields included. */
export interface HoldingFields {
  label: string | null
  hub: string | null
}

/** What holding can be filtered by. */
export interface HoldingWhere extends Logical<HoldingWhere> {
  id?: Holding['id'] | OrderedFilter<Holding['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** Holding as repositories and events know it. */
export interface HoldingTypes extends ModelTypes {
  Name: 'Holding'
  Row: Holding
  Key: number
  Unique: { id: number }
  Fields: HoldingFields
  Create: HoldingCreate
  Update: Partial<HoldingCreate>
  Where: HoldingWhere
  Sortable: 'id' | 'label'
  Relations: {
    hub: Hub | null
  }
}

/** Holding: its fields, columns and relations. */
export const holdingModel: ModelSpec = {
  name: 'Holding',
  var: 'holding',
  table: 'holding',
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
      inverse: 'holding',
      required: false,
      onDelete: 'restrict',
    },
  },
  row: (at) => ({ id: at(0), label: at(1), hub: at(2) }),
  foreignKeys: { hub_name: 'hub' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { hub: { type: ['string', 'null'] }, label: { type: ['string', 'null'] } },
    title: 'Holding',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/holdings/:id',
}
