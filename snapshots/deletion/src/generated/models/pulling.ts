import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** Pulling, as stored. */
export interface Pulling {
  id: number
  label: string | null
  hub: string | null
}

/** What creating one takes. */
export interface PullingCreate {
  label?: string | null
  hub?: string | null
}

/** What a body can set, virtual fields included. */
export interface PullingFields {
  label: string | null
  hub: string | null
}

/** What pulling can be filtered by. */
export interface PullingWhere extends Logical<PullingWhere> {
  id?: Pulling['id'] | OrderedFilter<Pulling['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** Pulling as repositories and events know it. */
export interface PullingTypes extends ModelTypes {
  Name: 'Pulling'
  Row: Pulling
  Key: number
  Unique: { id: number }
  Fields: PullingFields
  Create: PullingCreate
  Update: Partial<PullingCreate>
  Where: PullingWhere
  Sortable: 'id' | 'label'
  Relations: {
    hub: Hub | null
  }
}

/** Pulling: its fields, columns and relations. */
export const pullingModel: ModelSpec = {
  name: 'Pulling',
  var: 'pulling',
  table: 'pulling',
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
      inverse: 'pulling',
      required: false,
      onDelete: 'cascade',
    },
  },
  row: (at) => ({ id: at(0), label: at(1), hub: at(2) }),
  foreignKeys: { hub_name: 'hub' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { hub: { type: ['string', 'null'] }, label: { type: ['string', 'null'] } },
    title: 'Pulling',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/pullings/:id',
}
