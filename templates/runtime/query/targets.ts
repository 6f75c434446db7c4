import type { Json } from '../json.js'
import type { FieldType, ModelSpec, Models } from '../model.js'
import type { Condition, ItemTest, Operator, TextPattern } from '../store.js'
import type { ValueSpec } from '../values/text.js'
import { allOf } from './parameters.js'

/** How an operator reads its text: one value of the field's type, a list of them, a part of a text, or true and false. */
type Operand = 'value' | 'values' | 'text' | 'presence'

/** The operators that follow a field's name and `__` (SPEC 7). */
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

/** Whether the field's own values, or the items of its list, are words. */
export function isText({ kind, spec: { type, itemType } }: Target): boolean {
  return kind === 'field' && (TEXTS.has(type) || (type === 'list' && TEXTS.has(itemType ?? 'string')))
}

/** Whether values can stand in an order: `__gt`, ranges. */
export function isOrdered({ kind, spec: { type, itemType } }: Target): boolean {
  const compared = type === 'list' ? (itemType ?? 'string') : type
  return kind !== 'holders' && !WITHOUT_ORDER.has(compared) && !WITHOUT_VALUES.has(compared)
}

/** Why the operator means nothing for this field; undefined where it does. */
export function misfit(target: Target, op: Operator): string | undefined {
  const { type } = target.spec
  switch (op) {
    case 'exists':
      return undefined
    case 'eq':
    case 'ne':
    case 'in':
    case 'nin':
      return WITHOUT_VALUES.has(type) ? `a ${type} can only be asked for with __exists` : undefined
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isOrdered(target) ? undefined : `values here have no order, so __${op} means nothing`
    case 'contains':
      return isText(target) || type === 'list' ? undefined : `__${op} is for text and lists`
    case 'icontains':
    case 'startswith':
    case 'istartswith':
    case 'endswith':
      return isText(target) ? undefined : `__${op} is for text and lists of text`
    case 'all':
    case 'any':
      return type === 'list' || target.kind === 'holders' ? undefined : `__${op} is for lists`
  }
}

/** Something that a query can name: a field, a relation's key, or a field one hop over a relation (`owner.name`). */
export interface Target {
  /** As the query names it. */
  readonly name: string
  readonly kind: 'field' | 'holder' | 'holders' | 'virtual'
  /** The field's name in its own model. */
  readonly field: string
  /** What its values are like. */
  readonly spec: ValueSpec
  /** Of `holders`, the key's name at the other end. */
  readonly key: string
  /** The model that has the field. */
  readonly model: ModelSpec
  /** The relation to go over; null for the model's own fields. */
  readonly via: string | null
  /** What the caller must be able to see. */
  readonly sees: readonly { readonly model: ModelSpec; readonly field: string }[]
}

export type Targets = ReadonlyMap<string, Target>

/** All that queries of a model can name. */
export function targetsOf(model: ModelSpec, models: Models): Targets {
  const own = ownTargets(model, models)
  const targets = new Map(own.map((target) => [target.name, target]))
  for (const [relation, { model: other }] of Object.entries(model.relations)) {
    const there = models[other]
    if (there === undefined) throw new TypeError(`there is no model ${other}`)
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

/** What must not hold, for each comparison that also selects items without a value. */
const OPPOSITE: Readonly<Partial<Record<Operator, Operator>>> = { ne: 'eq', nin: 'in' }

/** A comparison as a condition on the model that the query is about. */
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

/** Bounds that one value must keep to, all of them, as a condition on the model that the query is about. */
export function within(target: Target, bounds: readonly ItemTest[]): Condition {
  const { field, spec } = target
  if (spec.type === 'list') return over(target, { kind: 'item', field, of: bounds })
  return over(target, allOf(bounds.map(({ op, value }) => ({ kind: 'compare', field, op, value }))))
}

/** A pattern of words as a condition on the model that the query is about. */
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
