import { type Json, isObject, rejectUndefined } from '../json.js'
import { type FieldSpec, type ModelSpec, type Models, type RelationSpec, modelNamed } from '../model.js'
import type { Operator } from '../spec/query-language.js'
import { type Condition, EVERYTHING, type SortKey, allOf, withTies } from '../store.js'

/** The condition operator for each key in a filter. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  equals: 'eq',
  not: 'ne',
  in: 'in',
  notIn: 'nin',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
  contains: 'contains',
  startsWith: 'startswith',
  endsWith: 'endswith',
  has: 'contains',
  hasEvery: 'all',
  hasSome: 'any',
}

const INSENSITIVE: Readonly<Partial<Record<Operator, Operator>>> = {
  contains: 'icontains',
  startswith: 'istartswith',
}

/**
 * Converts a filter to a condition.
 * @throws TypeError for an unknown name, which the compiler also reports
 */
export function toCondition(models: Models, model: ModelSpec, where: object | undefined): Condition {
  if (where === undefined) return EVERYTHING
  rejectUndefined('where', where)
  return allOf(Object.entries(where).map(([name, value]) => part(models, model, name, value)))
}

function part(models: Models, model: ModelSpec, name: string, value: unknown): Condition {
  if (name === 'AND') return allOf(conditions(models, model, value))
  if (name === 'OR') return { kind: 'or', of: conditions(models, model, value) }
  if (name === 'NOT') return { kind: 'not', of: toCondition(models, model, Object(value)) }
  const relation = model.relations[name]
  if (relation !== undefined) return relationPart(models, name, relation, value)
  const field = model.fields[name]
  if (field === undefined || field.column === null)
    throw new TypeError(`Unknown field ${JSON.stringify(name)} in ${model.name}`)
  return allOf(comparisons(name, field, value))
}

function conditions(models: Models, model: ModelSpec, value: unknown): Condition[] {
  return Array.isArray(value) ? value.map((where) => toCondition(models, model, Object(where))) : []
}

function relationPart(models: Models, name: string, relation: RelationSpec, value: unknown): Condition {
  const target = modelNamed(models, relation.model)
  if (isObject(value)) {
    const quantified = Object.entries(value).filter(([key]) => ['is', 'some', 'none'].includes(key))
    const tests = quantified.map(([key, where]): Condition => {
      const of = toCondition(models, target, Object(where))
      const related: Condition = { kind: 'related', relation: name, of }
      return key === 'none' ? { kind: 'not', of: related } : related
    })
    if (tests.length > 0) return allOf(tests)
  }
  if (relation.side === 'holder') return allOf(comparisons(name, undefined, value))
  if (value === null) return { kind: 'not', of: { kind: 'related', relation: name, of: null } }
  return { kind: 'related', relation: name, of: allOf(comparisons(target.key, undefined, value)) }
}

function comparisons(name: string, field: FieldSpec | undefined, value: unknown): Condition[] {
  const isValue = !isObject(value) || field?.type === 'dict' || field?.type === 'pickle'
  if (!isObject(value) || (isValue && !('isNull' in value))) return [compare(name, 'eq', json(value))]
  const insensitive = value['mode'] === 'insensitive'
  return Object.entries(value)
    .filter(([key]) => key !== 'mode')
    .map(([key, operand]) => {
      if (key === 'isNull') return compare(name, 'exists', operand !== true)
      const op = OPERATORS[key]
      if (op === undefined)
        throw new TypeError(`Unknown operator ${JSON.stringify(key)} for field ${JSON.stringify(name)}`)
      return compare(name, insensitive ? (INSENSITIVE[op] ?? op) : op, operand ?? null)
    })
}

function compare(field: string, op: Operator, value: Json): Condition {
  if (value === null && (op === 'eq' || op === 'ne'))
    return { kind: 'compare', field, op: 'exists', value: op === 'ne' }
  return { kind: 'compare', field, op, value }
}

export function json(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.map(json)
  if (isObject(value)) return value
  throw new TypeError("A filter's value must be JSON")
}

/** Returns the sort keys in `orderBy`, and the primary key, which makes the order total. */
export function toOrder({ key }: ModelSpec, orderBy: unknown): SortKey[] {
  const keys = (Array.isArray(orderBy) ? orderBy : [orderBy ?? {}]).flatMap((order) =>
    Object.entries(Object(order)).map(([field, direction]): SortKey => ({
      field,
      direction: direction === 'desc' ? 'desc' : 'asc',
    })),
  )
  return withTies(keys, key)
}
