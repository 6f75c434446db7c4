import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** Bound, as stored. */
export interface Bound {
  id: number
  label: string | null
  hub: string
}

/** What creating one takes. */
export interface BoundCreate {
  label?: string | null
  hub: string
}

/** What a body can set, virtual fields included. */
export interface BoundFields {
  label: string | null
  hub: string
}

/** What bound can be filtered by. */
export interface BoundWhere extends Logical<BoundWhere> {
  id?: Bound['id'] | OrderedFilter<Bound['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** Bound as repositories and events know it. */
export interface BoundTypes extends ModelTypes {
  Name: 'Bound'
  Row: Bound
  Key: number
  Unique: { id: number }
  Fields: BoundFields
  Create: BoundCreate
  Update: Partial<BoundCreate>
  Where: BoundWhere
  Sortable: 'id' | 'label'
  Relations: {
    hub: Hub | null
  }
}

/** Bound: its fields, columns and relations. */
export const boundModel: ModelSpec = {
  name: 'Bound',
  var: 'bound',
  table: 'bound',
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
      inverse: 'bound',
      required: true,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ id: at(0), label: at(1), hub: at(2) }),
  foreignKeys: { hub_name: 'hub' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { hub: { type: 'string' }, label: { type: ['string', 'null'] } },
    required: ['hub'],
    title: 'Bound',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/bounds/:id',
}
