import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Badge, BadgeWhere } from './badge.js'
import type { Blocking, BlockingWhere } from './blocking.js'
import type { Bound, BoundWhere } from './bound.js'
import type { Holding, HoldingWhere } from './holding.js'
import type { Loose, LooseWhere } from './loose.js'
import type { Owned, OwnedWhere } from './owned.js'
import type { Pulling, PullingWhere } from './pulling.js'

/** Hub, as stored. */
export interface Hub {
  name: string
}

/** What creating one takes. */
export interface HubCreate {
  name: string
  badge?: number | null
  blocking?: number[]
  bound?: number[]
  holding?: number[]
  loose?: number[]
  owned?: number[]
  pulling?: number[]
}

/** What a body can set, virtual fields included. */
export interface HubFields {
  name: string
  badge: number | null
  blocking: number[]
  bound: number[]
  holding: number[]
  loose: number[]
  owned: number[]
  pulling: number[]
}

/** What hub can be filtered by. */
export interface HubWhere extends Logical<HubWhere> {
  name?: string | null | TextFilter
  badge?: ToOneFilter<BadgeWhere, number>
  blocking?: ToManyFilter<BlockingWhere>
  bound?: ToManyFilter<BoundWhere>
  holding?: ToManyFilter<HoldingWhere>
  loose?: ToManyFilter<LooseWhere>
  owned?: ToManyFilter<OwnedWhere>
  pulling?: ToManyFilter<PullingWhere>
}

/** Hub as repositories and events know it. */
export interface HubTypes extends ModelTypes {
  Name: 'Hub'
  Row: Hub
  Key: string
  Unique: { name: string }
  Fields: HubFields
  Create: HubCreate
  Update: Partial<HubCreate>
  Where: HubWhere
  Sortable: 'name'
  Relations: {
    badge: Badge | null
    blocking: Blocking[]
    bound: Bound[]
    holding: Holding[]
    loose: Loose[]
    owned: Owned[]
    pulling: Pulling[]
  }
}

/** Hub: its fields, columns and relations. */
export const hubModel: ModelSpec = {
  name: 'Hub',
  var: 'hub',
  table: 'hub',
  key: 'name',
  fields: { name: { type: 'string', column: 'name', required: true, unique: true } },
  relations: {
    badge: {
      model: 'Badge',
      side: 'one',
      many: false,
      unique: true,
      column: 'hub_name',
      keyType: 'id_field',
      inverse: 'hub',
      required: false,
      onDelete: 'nullify',
    },
    blocking: {
      model: 'Blocking',
      side: 'one',
      many: true,
      unique: false,
      column: 'hub_name',
      keyType: 'id_field',
      inverse: 'hub',
      required: false,
      onDelete: 'restrict',
    },
    bound: {
      model: 'Bound',
      side: 'one',
      many: true,
      unique: false,
      column: 'hub_name',
      keyType: 'id_field',
      inverse: 'hub',
      required: false,
      onDelete: 'nullify',
    },
    holding: {
      model: 'Holding',
      side: 'one',
      many: true,
      unique: false,
      column: 'hub_name',
      keyType: 'id_field',
      inverse: 'hub',
      required: false,
      onDelete: 'nullify',
    },
    loose: {
      model: 'Loose',
      side: 'one',
      many: true,
      unique: false,
      column: 'hub_name',
      keyType: 'id_field',
      inverse: 'hub',
      required: false,
      onDelete: 'nullify',
    },
    owned: {
      model: 'Owned',
      side: 'one',
      many: true,
      unique: false,
      column: 'hub_name',
      keyType: 'id_field',
      inverse: 'hub',
      required: false,
      onDelete: 'cascade',
    },
    pulling: {
      model: 'Pulling',
      side: 'one',
      many: true,
      unique: false,
      column: 'hub_name',
      keyType: 'id_field',
      inverse: 'hub',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ name: at(0) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      badge: { type: ['integer', 'null'] },
      blocking: { items: { type: 'integer' }, type: ['array', 'null'] },
      bound: { items: { type: 'integer' }, type: ['array', 'null'] },
      holding: { items: { type: 'integer' }, type: ['array', 'null'] },
      loose: { items: { type: 'integer' }, type: ['array', 'null'] },
      name: { type: 'string' },
      owned: { items: { type: 'integer' }, type: ['array', 'null'] },
      pulling: { items: { type: 'integer' }, type: ['array', 'null'] },
    },
    required: ['name'],
    title: 'Hub',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/hubs/:name',
}
