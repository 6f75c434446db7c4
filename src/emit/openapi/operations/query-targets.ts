import {
  type Field,
  type FieldType,
  isUnreadable,
  LIST_OPERATORS,
  OPERATORS,
  type ItemType,
  type Model,
  type RelationEnd,
  type Service,
  VALUE_TRAITS,
  isObject,
} from '../../../ir/index.js'
import { compareText } from '../../../naming/order.js'
import { keySchema, valueSchema } from '../schemas/value-schema.js'
import { fieldsOfModel } from '../../../ir/members.js'
import { oncePer } from '../../../ir/once.js'
import { type JsonObject } from '../../../ir/json.js'

/** A name that queries on a model can use: a stored field or a relation. The values of a relation are keys. */
export interface QueryTarget {
  readonly name: string
  readonly description: string | null
  /** The schema for a value to compare with, which is that of an item if the field is a list. */
  readonly value: JsonObject
  readonly operators: readonly string[]
  readonly isComparable: boolean
  readonly isSortable: boolean
  readonly isSearched: boolean
}

/** Returns all names that queries on a model of a service can use, except the password, sorted. */
export const queryTargets = oncePer((service: Service) =>
  oncePer((model: Model): readonly QueryTarget[] => {
    const fields = fieldsOfModel(model).stored.filter((field) => !isUnreadable(service, model, field))
    return [
      ...fields.map((field) => fieldTarget(service, field)),
      ...model.relations.map((end) => relationTarget(service, end)),
    ].toSorted((a, b) => compareText(a.name, b.name))
  }),
)

function fieldTarget(service: Service, field: Field): QueryTarget {
  const { name, type, description } = field
  const { kind, isComparable, isSortable } = VALUE_TRAITS[type]
  const value = valueSchema(service, field)
  return {
    name,
    description,
    value: isObject(value['items']) ? value['items'] : value,
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
    ...(type === 'list' ? (isText ? OPERATORS.list : LIST_OPERATORS) : []),
  ]
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
