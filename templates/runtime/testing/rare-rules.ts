import type { RareType } from '../spec/field-types.js'
import { binaryRule } from '../values/binary.js'
import { bigIntegerRule, decimalRule } from '../values/exact-numbers.js'
import type { ValueRule, ValueSpec } from '../values/scalars.js'
import { timeRule } from '../values/time-of-day.js'

/** The rules of rare types, which generated models contain. */
const RARE_RULES: Readonly<Partial<Record<string, ValueRule>>> = {
  big_integer: bigIntegerRule,
  decimal: decimalRule,
  time: timeRule,
  binary: binaryRule,
} satisfies Readonly<Record<RareType, ValueRule>>

/** Returns constraints with the rule that a generated model contains, if the type is a rare one. */
export function withRule<Spec extends ValueSpec>(spec: Spec): Spec {
  const rule = RARE_RULES[spec.type === 'list' ? (spec.itemType ?? 'list') : spec.type]
  return rule === undefined ? spec : { ...spec, rule }
}
