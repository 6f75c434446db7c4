import { type Condition, EVERYTHING, type Operator } from '../condition.js'
import { isObject, type Json } from '../json.js'
import type { FieldSpec, ModelSpec, Models } from '../model.js'

/** What each filter key of the repositories' `where` is called in a condition. */
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
 * Turns a repository's `where` into a condition.
 * @throws TypeError for a name that the model does not have; the compiler refuses it too.
 */
export function toCondition(models: Models, model: ModelSpec, where: object | undefined): Condition {
  if (where === undefined) return EVERYTHING
  return and(
    Object.entries(where)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => part(models, model, name, value)),
  )
}

function part(models: Models, model: ModelSpec, name: string, value: unknown): Condition {
  if (name === 'AND') return and(conditions(models, model, value))
  if (name === 'OR') return { kind: 'or', of: conditions(models, model, value) }
  if (name === 'NOT') return { kind: 'not', of: toCondition(models, model, Object(value)) }
  const relation = model.relations[name]
  if (relation !== undefined) return relationPart(models, model, name, value)
  const field = model.fields[name]
  if (field === undefined || field.column === null) throw new TypeError(`${model.name} has no field ${name}`)
  return and(comparisons(name, field, value))
}

function conditions(models: Models, model: ModelSpec, value: unknown): Condition[] {
  return Array.isArray(value) ? value.map((where) => toCondition(models, model, Object(where))) : []
}

function relationPart(models: Models, model: ModelSpec, name: string, value: unknown): Condition {
  const relation = model.relations[name]
  const target = relation && models[relation.model]
  if (relation === undefined || target === undefined)
    throw new TypeError(`${model.name} has no relation ${name}`)
  if (isObject(value)) {
    const quantified = Object.entries(value).filter(
      ([key]) => key === 'is' || key === 'some' || key === 'none',
    )
    if (quantified.length > 0) {
      return and(
        quantified.map(([key, where]) => {
          const related: Condition = {
            kind: 'related',
            relation: name,
            of: toCondition(models, target, Object(where)),
          }
          return key === 'none' ? { kind: 'not', of: related } : related
        }),
      )
    }
  }
  if (relation.side === 'holder') return and(comparisons(name, undefined, value))
  if (value === null) return { kind: 'not', of: { kind: 'related', relation: name, of: null } }
  return { kind: 'related', relation: name, of: and(comparisons(target.key, undefined, value)) }
}

function comparisons(name: string, field: FieldSpec | undefined, value: unknown): Condition[] {
  const isValue = !isObject(value) || field?.type === 'dict' || field?.type === 'pickle'
  if (!isObject(value) || (isValue && !('isNull' in value))) return [compare(name, 'eq', json(value))]
  const insensitive = value['mode'] === 'insensitive'
  return Object.entries(value)
    .filter(([key, operand]) => key !== 'mode' && operand !== undefined)
    .map(([key, operand]) => {
      if (key === 'isNull') return compare(name, 'exists', operand !== true)
      const op = OPERATORS[key]
      if (op === undefined) throw new TypeError(`${key} is no comparison of ${name}`)
      return compare(name, insensitive ? (INSENSITIVE[op] ?? op) : op, operand ?? null)
    })
}

function compare(field: string, op: Operator, value: Json): Condition {
  if (value === null && op === 'eq') return { kind: 'compare', field, op: 'exists', value: false }
  if (value === null && op === 'ne') return { kind: 'compare', field, op: 'exists', value: true }
  return { kind: 'compare', field, op, value }
}

function and(of: Condition[]): Condition {
  const [first] = of
  return of.length === 1 && first !== undefined ? first : { kind: 'and', of }
}

function json(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.map(json)
  if (isObject(value)) return value
  throw new TypeError('a filter value must be JSON')
}
