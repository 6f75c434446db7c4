import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** Badge, as stored. */
export interface Badge {
  id: number
  label: string | null
  hub: string | null
}

/** What creating one takes. */
export interface BadgeCreate {
  label?: string | null
  hub?: string | null
}

/** What a body can set, virtual fields included. */
export interface BadgeFields {
  label: string | null
  hub: string | null
}

/** What badge can be filtered by. */
export interface BadgeWhere extends Logical<BadgeWhere> {
  id?: Badge['id'] | OrderedFilter<Badge['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** Badge as repositories and events know it. */
export interface BadgeTypes extends ModelTypes {
  Name: 'Badge'
  Row: Badge
  Key: number
  Unique: { id: number }
  Fields: BadgeFields
  Create: BadgeCreate
  Update: Partial<BadgeCreate>
  Where: BadgeWhere
  Sortable: 'id' | 'label'
  Relations: {
    hub: Hub | null
  }
}

/** Badge: its fields, columns and relations. */
export const badgeModel: ModelSpec = {
  name: 'Badge',
  var: 'badge',
  table: 'badge',
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
      unique: true,
      column: 'hub_name',
      keyType: 'string',
      inverse: 'badge',
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
    title: 'Badge',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/badges/:id',
}
