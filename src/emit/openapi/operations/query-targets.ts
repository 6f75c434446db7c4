import {
  type Field,
  type FieldType,
  isPassword,
  OPERATORS,
  type ItemType,
  type Model,
  type RelationEnd,
  type Service,
} from '../../../ir/index.js'
import { compareText } from '../../../naming/order.js'
import { fieldsOfModel } from '../../views/shared.js'
import { isObject, type JsonObject } from '../json.js'
import { keySchema, valueSchema } from '../schemas/value-schema.js'

/** A name that queries of a model can use: a stored field, or a relation, which represents its keys (SPEC 7). */
export interface QueryTarget {
  readonly name: string
  readonly description: string | null
  /** The schema of a single value to compare with. */
  readonly value: JsonObject
  readonly operators: readonly string[]
  readonly isComparable: boolean
  readonly isSortable: boolean
  readonly isSearched: boolean
}

const TEXTS: ReadonlySet<FieldType | null> = new Set<FieldType>(['string', 'text', 'choice'])
const WITHOUT_VALUES: ReadonlySet<FieldType> = new Set<FieldType>(['dict', 'pickle'])
const WITHOUT_ORDER: ReadonlySet<FieldType> = new Set<FieldType>(['boolean', 'binary', 'dict', 'pickle'])
const UNSORTABLE: ReadonlySet<FieldType> = new Set<FieldType>(['list', 'dict', 'pickle', 'binary'])

/** Returns all names that queries of a model can use, sorted, without the password. */
export function queryTargets(service: Service, model: Model): readonly QueryTarget[] {
  return [
    ...queriedFields(service, model).map((field) => fieldTarget(service, field)),
    ...model.relations.map((end) => relationTarget(service, end)),
  ].toSorted((a, b) => compareText(a.name, b.name))
}

/** Returns the names that a query can compare with a value, and whether it can search for words. */
export function comparedNames(
  service: Service,
  model: Model,
): { readonly names: readonly string[]; readonly canSearch: boolean } {
  const fields = queriedFields(service, model)
  const compared = fields.filter(({ type }) => !WITHOUT_VALUES.has(type))
  return {
    names: [...compared, ...model.relations].map(({ name }) => name).toSorted(compareText),
    canSearch: fields.some(({ type }) => TEXTS.has(type)),
  }
}

function queriedFields(service: Service, model: Model): readonly Field[] {
  return fieldsOfModel(model).stored.filter(({ name }) => !isPassword(service, model, name))
}

function fieldTarget(service: Service, field: Field): QueryTarget {
  const { name, type, description } = field
  const isComparable = !WITHOUT_VALUES.has(type)
  return {
    name,
    description,
    value: comparedValue(service, field),
    operators: [
      ...OPERATORS.all,
      ...(isComparable ? OPERATORS.comparable : []),
      ...typeOperators(type, field.constraints.itemType),
    ],
    isComparable,
    isSortable: !UNSORTABLE.has(type),
    isSearched: TEXTS.has(type),
  }
}

function typeOperators(type: FieldType, itemType: ItemType | null): readonly string[] {
  const compared = type === 'list' ? (itemType ?? 'string') : type
  return [
    ...(WITHOUT_ORDER.has(compared) ? [] : OPERATORS.ordered),
    ...(TEXTS.has(compared) ? OPERATORS.text : []),
    ...(type === 'list' ? [...(TEXTS.has(compared) ? [] : ['contains']), ...OPERATORS.list] : []),
  ]
}

/** Returns the schema of a compared value; for a list, that of an item. */
function comparedValue(service: Service, field: Field): JsonObject {
  const value = valueSchema(service, field)
  return isObject(value['items']) ? value['items'] : value
}

function relationTarget(service: Service, end: RelationEnd): QueryTarget {
  return {
    name: end.name,
    description: null,
    value: keySchema(service, end.target),
    operators: [
      ...OPERATORS.all,
      ...OPERATORS.comparable,
      ...(end.many || end.side === 'one' ? OPERATORS.list : OPERATORS.ordered),
    ],
    isComparable: true,
    isSortable: end.side === 'holder',
    isSearched: false,
  }
}
