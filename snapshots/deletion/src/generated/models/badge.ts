import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Hub, HubWhere } from './hub.js'

/** A badge as stored; relations are keys. */
export type Badge = {
  id: number
  label: string | null
  hub: string | null
}

/** Values for a new badge. */
export type BadgeCreate = {
  label?: string | null
  hub?: string | null
}

/** Changes to a badge. */
export type BadgeUpdate = { [Field in keyof BadgeCreate]?: BadgeCreate[Field] }

/** Values that a request can set on a badge. */
export type BadgeFields = Required<BadgeCreate>

/** A badge in a response, without fields that the caller cannot see or did not select. */
export type BadgeDocument = {
  _type: 'Badge'
  _pk: string
  _self: string | null
} & Partial<Badge>

/** A filter for badges. */
export interface BadgeWhere extends Logical<BadgeWhere> {
  id?: Badge['id'] | OrderedFilter<Badge['id']>
  label?: string | null | TextFilter
  hub?: ToOneFilter<HubWhere, string>
}

/** The types of Badge for its repository, routes and events. */
export interface BadgeTypes extends ModelTypes {
  Name: 'Badge'
  Row: Badge
  Key: number
  Unique: { id: number }
  Fields: BadgeFields
  Create: BadgeCreate
  Update: BadgeUpdate
  Document: BadgeDocument
  Where: BadgeWhere
  Sortable: Exclude<keyof Badge, 'hub'>
  Incrementable: never
  Dates: never
  Relations: {
    hub: Hub | null
  }
}

/** The fields, relations and schema of Badge. */
export const badgeModel: TypedModel<BadgeTypes> = {
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
  foreignKeys: { hub_name: 'hub' },
  additionalProperties: false,
  path: '/badges/:id',
}
