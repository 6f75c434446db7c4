import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** Loose, as stored. */
export interface Loose {
  id: number
  label: string | null
  hub: string | null
}

/** What creating one takes. */
export interface LooseCreate {
  label?: string | null
  hub?: string | null
}

/** What a body can set, virtual fields included. */
export interface LooseFields {
  label: string | null
  hub: string | null
}

/** What loose can be filtered by. */
export interface LooseWhere extends Logical<LooseWhere> {
  id?: Loose['id'] | OrderedFilter<Loose['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** Loose as repositories and events know it. */
export interface LooseTypes extends ModelTypes {
  Name: 'Loose'
  Row: Loose
  Key: number
  Unique: { id: number }
  Fields: LooseFields
  Create: LooseCreate
  Update: Partial<LooseCreate>
  Where: LooseWhere
  Sortable: 'id' | 'label'
  Relations: {
    hub: Hub | null
  }
}

/** Loose: its fields, columns and relations. */
export const looseModel: ModelSpec = {
  name: 'Loose',
  var: 'loose',
  table: 'loose',
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
      inverse: 'loose',
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
    title: 'Loose',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/looses/:id',
}
