import type { Operator } from '../condition.js'
import type { FieldType } from '../model.js'
import type { Target } from './targets.js'

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
