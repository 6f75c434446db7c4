import {
  type Field,
  FIELD_TYPES,
  type ItemType,
  type Json,
  type OnDelete,
  type Service,
} from '../../ir/index.js'
import { emptyService } from '../fake-stages.js'
import { field, model } from '../sample-service.js'
import { constrained, relation } from '../stored-service.js'

/** The types of list items in a history. */
export const ITEM_TYPES: readonly ItemType[] = FIELD_TYPES.filter(
  (type) => type !== 'id_field' && type !== 'list' && type !== 'foreign_key',
)

/** The types of columns in a history. */
export const COLUMN_TYPES = [...ITEM_TYPES, 'list'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** A column in a history. */
export interface RandomField {
  readonly name: string
  readonly type: ColumnType
  readonly required: boolean
  readonly unique: boolean
  readonly index: boolean
  readonly maxLength: number | null
  /** The precision of a decimal with two decimal places. */
  readonly precision: number | null
  readonly default: Json
  /** The type of the items in a list. */
  readonly itemType: ItemType | null
  readonly renamedFrom: string | null
}

export interface RandomModel {
  readonly name: string
  readonly keyType: 'id_field' | 'string'
  readonly fields: readonly RandomField[]
  readonly renamedFrom: string | null
}

export interface RandomLink {
  readonly from: string
  readonly to: string
  /** The name of the back-reference on `to`. */
  readonly name: string
  readonly single: boolean
  readonly onDelete: OnDelete
}

/** The database schema at one point in a history. */
export interface Schema {
  readonly models: readonly RandomModel[]
  readonly links: readonly RandomLink[]
}

export const CHOICES = ['red', 'green', "it's"] as const

/** Returns the IR of a schema. */
export function serviceOf({ models, links }: Schema): Service {
  return {
    ...emptyService('History'),
    models: models.map(({ name, keyType, fields, renamedFrom }) =>
      model(
        name,
        [
          field('key', keyType),
          ...fields.map(fieldOf),
          ...links.filter(({ to }) => to === name).map((link) => field(`${link.name}_id`, 'foreign_key')),
        ],
        { renamedFrom },
      ),
    ),
    relations: links.map((link) =>
      relation([link.from, `${link.name}_of`], [link.to, link.name], {
        kind: link.single ? 'one-to-one' : 'one-to-many',
        onDelete: link.onDelete,
        foreignKey: {
          field: `${link.name}_id`,
          column: `${link.name}_id`,
          type: models.find(({ name }) => name === link.from)?.keyType ?? 'id_field',
        },
      }),
    ),
  }
}

function fieldOf(drawn: RandomField): Field {
  const { name, type, required, unique, index, maxLength, precision, itemType, renamedFrom } = drawn
  const base = constrained(field(name, type, { renamedFrom }), {
    required,
    unique,
    index,
    maxLength,
    precision,
    scale: precision === null ? null : 2,
    ...(type === 'choice' || itemType === 'choice' ? { choices: CHOICES } : {}),
    itemType,
  })
  return drawn.default === null ? base : { ...base, default: { kind: 'literal', value: drawn.default } }
}
