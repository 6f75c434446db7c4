import { invalid } from '../errors.js'
import { type Json, isObject, rejectUndefined } from '../json.js'
import { type ModelSpec, type Models, type RelationSpec, keySpec, modelNamed } from '../model.js'
import { VALUE_TRAITS } from '../spec/field-types.js'
import type { Operator } from '../spec/query-language.js'
import { type Condition, EVERYTHING, type SortKey, allOf, withTies } from '../store.js'
import type { ValueSpec } from '../values/scalars.js'
import { checkOperand } from '../values/values.js'

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

const INSENSITIVE: Partial<Record<string, Operator>> = { contains: 'icontains', startsWith: 'istartswith' }

/**
 * Converts a filter to a condition.
 * @throws TypeError for an unknown name, which the compiler also reports; BadRequest for an impossible value
 */
export function toCondition(models: Models, model: ModelSpec, where: object | undefined): Condition {
  if (where === undefined) return EVERYTHING
  rejectUndefined('where', where)
  return allOf(Object.entries(where).map(([name, value]) => part(models, model, name, value)))
}

function part(models: Models, model: ModelSpec, name: string, value: Json): Condition {
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

function conditions(models: Models, model: ModelSpec, value: Json): Condition[] {
  return [value].flat().map((where) => toCondition(models, model, Object(where)))
}

function relationPart(models: Models, name: string, relation: RelationSpec, value: Json): Condition {
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
  const key = keySpec(relation)
  if (relation.side === 'holder') return allOf(comparisons(name, key, value))
  if (value === null) return { kind: 'not', of: { kind: 'related', relation: name, of: null } }
  return { kind: 'related', relation: name, of: allOf(comparisons(target.key, key, value)) }
}

function comparisons(name: string, spec: ValueSpec, value: Json): Condition[] {
  const isJson = VALUE_TRAITS[spec.type].kind === 'json'
  const isPlain = Object.prototype.toString.call(value) === '[object Object]'
  const { mode, ...tests } = isObject(value) && isPlain ? value : {}
  // Without an operator, as in a Date or a Promise, every item would be selected.
  if (Object.keys(tests).length === 0 || (isJson && !('isNull' in tests)))
    return [compare(name, spec, 'eq', value)]
  return Object.entries(tests).map(([key, operand]) => {
    if (key === 'isNull') return { kind: 'compare', field: name, op: 'exists', value: operand !== true }
    const op = (mode === 'insensitive' ? INSENSITIVE[key] : undefined) ?? OPERATORS[key]
    if (op === undefined)
      throw new TypeError(`Unknown operator ${JSON.stringify(key)} for field ${JSON.stringify(name)}`)
    return compare(name, spec, op, operand ?? null)
  })
}

function compare(field: string, spec: ValueSpec, op: Operator, value: Json): Condition {
  if (value === null && (op === 'eq' || op === 'ne'))
    return { kind: 'compare', field, op: 'exists', value: op === 'ne' }
  const read = checkOperand(spec, value)
  if (read.ok) return { kind: 'compare', field, op, value: read.value }
  throw invalid([field], read.message)
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
