import {
  type Field,
  type FieldType,
  isUnreadable,
  OPERATORS,
  type ItemType,
  type Model,
  type RelationEnd,
  type Service,
  VALUE_TRAITS,
} from '../../../ir/index.js'
import { compareText } from '../../../naming/order.js'
import { fieldsOfModel } from '../../shared.js'
import { isObject, type JsonObject } from '../../json.js'
import { keySchema, valueSchema } from '../schemas/value-schema.js'

/** A name that queries on a model can use: a stored field or a relation. The values of a relation are keys. */
export interface QueryTarget {
  readonly name: string
  readonly description: string | null
  /** The schema for a single value to compare with. */
  readonly value: JsonObject
  readonly operators: readonly string[]
  readonly isComparable: boolean
  readonly isSortable: boolean
  readonly isSearched: boolean
}

/** Returns all names that queries on a model can use, except the password, sorted. */
export function queryTargets(service: Service, model: Model): readonly QueryTarget[] {
  return [
    ...queriedFields(service, model).map((field) => fieldTarget(service, field)),
    ...model.relations.map((end) => relationTarget(service, end)),
  ].toSorted((a, b) => compareText(a.name, b.name))
}

/** Returns the names that a query can compare with a value, and whether `q` can search for words. */
export function comparedNames(
  service: Service,
  model: Model,
): { readonly names: readonly string[]; readonly canSearch: boolean } {
  const fields = queriedFields(service, model)
  const compared = fields.filter(({ type }) => VALUE_TRAITS[type].isComparable)
  return {
    names: [...compared, ...model.relations].map(({ name }) => name).toSorted(compareText),
    canSearch: fields.some(({ type }) => VALUE_TRAITS[type].kind === 'text'),
  }
}

function queriedFields(service: Service, model: Model): readonly Field[] {
  return fieldsOfModel(model).stored.filter((field) => !isUnreadable(service, model, field))
}

function fieldTarget(service: Service, field: Field): QueryTarget {
  const { name, type, description } = field
  const { kind, isComparable, isSortable } = VALUE_TRAITS[type]
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
    isSortable,
    isSearched: kind === 'text',
  }
}

function typeOperators(type: FieldType, itemType: ItemType | null): readonly string[] {
  const { kind, isOrdered } = VALUE_TRAITS[type === 'list' ? (itemType ?? 'string') : type]
  const isText = kind === 'text'
  return [
    ...(isOrdered ? OPERATORS.ordered : []),
    ...(isText ? OPERATORS.text : []),
    ...(type === 'list' ? [...(isText ? [] : ['contains']), ...OPERATORS.list] : []),
  ]
}

/** Returns the schema for a value to compare with, which is the schema for a single item if the field is a list. */
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
