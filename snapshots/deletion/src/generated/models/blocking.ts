import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** Blocking, as stored. */
export interface Blocking {
  id: number
  label: string | null
  hub: string | null
}

/** What creating one takes. */
export interface BlockingCreate {
  label?: string | null
  hub?: string | null
}

/** What a body can set, virtual fields included. */
export interface BlockingFields {
  label: string | null
  hub: string | null
}

/** What blocking can be filtered by. */
export interface BlockingWhere extends Logical<BlockingWhere> {
  id?: Blocking['id'] | OrderedFilter<Blocking['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** Blocking as repositories and events know it. */
export interface BlockingTypes extends ModelTypes {
  Name: 'Blocking'
  Row: Blocking
  Key: number
  Unique: { id: number }
  Fields: BlockingFields
  Create: BlockingCreate
  Update: Partial<BlockingCreate>
  Where: BlockingWhere
  Sortable: 'id' | 'label'
  Relations: {
    hub: Hub | null
  }
}

/** Blocking: its fields, columns and relations. */
export const blockingModel: ModelSpec = {
  name: 'Blocking',
  var: 'blocking',
  table: 'blocking',
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
      inverse: 'blocking',
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
    title: 'Blocking',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/blockings/:id',
}
