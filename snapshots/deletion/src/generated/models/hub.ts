import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Badge, BadgeWhere } from './badge.js'
import type { Blocking, BlockingWhere } from './blocking.js'
import type { Bound, BoundWhere } from './bound.js'
import type { Holding, HoldingWhere } from './holding.js'
import type { Loose, LooseWhere } from './loose.js'
import type { Owned, OwnedWhere } from './owned.js'
import type { Pulling, PullingWhere } from './pulling.js'

/** A hub as stored; relations are keys. */
export type Hub = {
  name: string
}

/** Values for a new hub. */
export type HubCreate = {
  name: string
  badge?: number | null
  blocking?: number[]
  bound?: number[]
  holding?: number[]
  loose?: number[]
  owned?: number[]
  pulling?: number[]
}

/** Changes to a hub. */
export type HubUpdate = { [Field in keyof HubCreate]?: HubCreate[Field] }

/** Values that a request can set on a hub. */
export type HubFields = Required<HubCreate>

/** A hub in a response, without fields that the caller cannot see or did not select. */
export type HubDocument = {
  _type: 'Hub'
  _pk: string
  _self: string | null
  badge?: number | null
  blocking?: number[]
  blocking_total?: number
  bound?: number[]
  bound_total?: number
  holding?: number[]
  holding_total?: number
  loose?: number[]
  loose_total?: number
  owned?: number[]
  owned_total?: number
  pulling?: number[]
  pulling_total?: number
} & Partial<Hub>

/** A filter for hubs. */
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

/** The types of Hub for its repository, routes and events. */
export interface HubTypes extends ModelTypes {
  Name: 'Hub'
  Row: Hub
  Key: string
  Unique: { name: string }
  Fields: HubFields
  Create: HubCreate
  Update: HubUpdate
  Document: HubDocument
  Where: HubWhere
  Sortable: keyof Hub
  Incrementable: never
  Dates: never
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

/** The fields, relations and schema of Hub. */
export const hubModel: TypedModel<HubTypes> = {
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
  foreignKeys: {},
  required: ['name'],
  additionalProperties: false,
  path: '/hubs/:name',
}
