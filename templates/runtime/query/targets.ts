import type { Json } from '../json.js'
import type { FieldType, ModelSpec, Models } from '../model.js'
import type { Condition, ItemTest, Operator, TextPattern } from '../store.js'
import type { ValueSpec } from '../values/text.js'
import { allOf } from './parameters.js'

/** The operand of an operator: a value of the field's type, a list of values, text to search for, or true and false. */
type Operand = 'value' | 'values' | 'text' | 'presence'

/** The operators in `field__op`. */
const OPERANDS: Readonly<Record<Exclude<Operator, 'eq'>, Operand>> = {
  ne: 'value',
  gt: 'value',
  gte: 'value',
  lt: 'value',
  lte: 'value',
  in: 'values',
  nin: 'values',
  contains: 'text',
  icontains: 'text',
  startswith: 'text',
  istartswith: 'text',
  endswith: 'text',
  exists: 'presence',
  all: 'values',
  any: 'values',
}

export type NamedOperator = keyof typeof OPERANDS

export const NAMED_OPERATORS: readonly string[] = Object.keys(OPERANDS)

export function isOperator(name: string): name is NamedOperator {
  return Object.hasOwn(OPERANDS, name)
}

export function operandOf(op: NamedOperator): Operand {
  return OPERANDS[op]
}

const TEXTS: ReadonlySet<FieldType> = new Set(['string', 'text', 'choice'])
const WITHOUT_VALUES: ReadonlySet<FieldType> = new Set(['dict', 'pickle'])
const WITHOUT_ORDER: ReadonlySet<FieldType> = new Set(['boolean', 'binary'])

/** Whether the field contains text or is a list of text. */
export function isText({ kind, spec: { type, itemType } }: Target): boolean {
  return kind === 'field' && (TEXTS.has(type) || (type === 'list' && TEXTS.has(itemType ?? 'string')))
}

/** Whether the values have an order, so that `__gt` and ranges apply. */
export function isOrdered({ kind, spec: { type, itemType } }: Target): boolean {
  const compared = type === 'list' ? (itemType ?? 'string') : type
  return kind !== 'holders' && !WITHOUT_ORDER.has(compared) && !WITHOUT_VALUES.has(compared)
}

/** Returns why an operator does not apply to a field; undefined if it does. */
export function operatorError(target: Target, op: Operator): string | undefined {
  const { type } = target.spec
  switch (op) {
    case 'exists':
      return undefined
    case 'eq':
    case 'ne':
    case 'in':
    case 'nin':
      return WITHOUT_VALUES.has(type) ? `fields of type ${type} support only __exists` : undefined
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isOrdered(target) ? undefined : `does not support __${op} because its values have no order`
    case 'contains':
      return isText(target) || type === 'list' ? undefined : `__${op} applies only to text and lists`
    case 'icontains':
    case 'startswith':
    case 'istartswith':
    case 'endswith':
      return isText(target) ? undefined : `__${op} applies only to text and lists of text`
    case 'all':
    case 'any':
      return type === 'list' || target.kind === 'holders' ? undefined : `__${op} applies only to lists`
  }
}

/** Something that a query can refer to: a field, a relation, or a field of a related model (`owner.name`). */
export interface Target {
  /** The name in the query. */
  readonly name: string
  readonly kind: 'field' | 'holder' | 'holders' | 'virtual'
  /** The field's name in its own model. */
  readonly field: string
  readonly spec: ValueSpec
  /** For `holders`, the name of the related model's key. */
  readonly key: string
  /** The model that has the field. */
  readonly model: ModelSpec
  /** The relation to follow; null for the model's own fields. */
  readonly via: string | null
  /** The fields that the caller must be able to see. */
  readonly sees: readonly { readonly model: ModelSpec; readonly field: string }[]
}

export type Targets = ReadonlyMap<string, Target>

/** Returns everything that queries of a model can refer to. */
export function targetsOf(model: ModelSpec, models: Models): Targets {
  const own = ownTargets(model, models)
  const targets = new Map(own.map((target) => [target.name, target]))
  for (const [relation, { model: other }] of Object.entries(model.relations)) {
    const there = models[other]
    if (there === undefined) throw new TypeError(`Unknown model ${other}`)
    for (const target of ownTargets(there, models)) {
      const name = `${relation}.${target.name}`
      targets.set(name, {
        ...target,
        name,
        via: relation,
        sees: [{ model, field: relation }, ...target.sees],
      })
    }
  }
  return targets
}

function ownTargets(model: ModelSpec, models: Models): Target[] {
  const fields = Object.entries(model.fields).map(([name, spec]): Target => {
    const kind = spec.column === null ? 'virtual' : 'field'
    return { name, kind, field: name, spec, key: '', model, via: null, sees: [{ model, field: name }] }
  })
  const relations = Object.entries(model.relations).map(([name, relation]): Target => {
    const key = models[relation.model]?.key ?? ''
    const kind = relation.side === 'holder' ? 'holder' : 'holders'
    return {
      name,
      kind,
      field: name,
      spec: keySpec(relation.keyType),
      key,
      model,
      via: null,
      sees: [{ model, field: name }],
    }
  })
  return [...fields, ...relations]
}

function keySpec(type: FieldType): ValueSpec {
  return { type }
}

/** Comparisons that are negations, and so also select items without a value. */
const OPPOSITE: Readonly<Partial<Record<Operator, Operator>>> = { ne: 'eq', nin: 'in' }

/** Returns a comparison as a condition on the queried model. */
export function comparison(target: Target, op: Operator, value: Json): Condition {
  if (target.via === null && target.kind !== 'holders')
    return { kind: 'compare', field: target.field, op, value }
  const opposite = OPPOSITE[op]
  if (opposite !== undefined) return { kind: 'not', of: comparison(target, opposite, value) }
  if (op === 'exists') {
    const some = over(target, presence(target))
    return value === true ? some : { kind: 'not', of: some }
  }
  if (target.kind === 'holders' && op === 'all' && Array.isArray(value))
    return allOf(value.map((each) => comparison(target, 'eq', each)))
  return over(target, ofKey(target, { kind: 'compare', field: target.field, op, value }))
}

/** Returns the condition that one value satisfies all bounds. */
export function within(target: Target, bounds: readonly ItemTest[]): Condition {
  const { field, spec } = target
  if (spec.type === 'list') return over(target, { kind: 'item', field, of: bounds })
  return over(target, allOf(bounds.map(({ op, value }) => ({ kind: 'compare', field, op, value }))))
}

/** Returns the condition that the text matches a pattern. */
export function wordsLike(target: Target, pattern: TextPattern): Condition {
  return over(target, { kind: 'text', field: target.field, pattern })
}

function over({ via }: Target, of: Condition): Condition {
  return via === null ? of : { kind: 'related', relation: via, of }
}

function presence(target: Target): Condition {
  return target.kind === 'holders'
    ? { kind: 'related', relation: target.field, of: null }
    : { kind: 'compare', field: target.field, op: 'exists', value: true }
}

function ofKey({ kind, field, key }: Target, condition: Condition & { kind: 'compare' }): Condition {
  return kind === 'holders'
    ? { kind: 'related', relation: field, of: { ...condition, field: key } }
    : condition
}
