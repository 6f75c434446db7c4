import type { Json } from '../json.js'
import type { FieldType } from '../model.js'
import { boolean } from './boolean.js'
import { choice } from './choice.js'
import { decimal } from './decimal.js'
import { binary, objectId } from './encoded.js'
import { date, datetime, time } from './moments.js'
import { bigInteger, float, idField, integer, interval, smallInteger } from './numbers.js'
import { bad, type Checked, eachItem, type ValueRule, type ValueSpec } from './rule.js'
import { anything, dict } from './structures.js'
import { text } from './text.js'

export type { Checked, Unfit, ValueSpec } from './rule.js'

/** What values a field of each type takes (SPEC 1.3). */
const RULES: Readonly<Record<FieldType, ValueRule>> = {
  id_field: idField,
  object_id: objectId,
  string: text,
  text,
  integer,
  small_integer: smallInteger,
  big_integer: bigInteger,
  float,
  decimal,
  boolean,
  date,
  datetime,
  time,
  interval,
  binary,
  choice,
  list: { check: checkList, parse: (spec, given) => itemRule(spec).parse(spec, given) },
  dict,
  pickle: anything,
}

function itemRule({ itemType, choices }: ValueSpec): ValueRule {
  if (itemType !== undefined) return RULES[itemType]
  return choices === undefined ? { ...anything, parse: text.parse } : choice
}

function checkList(spec: ValueSpec, value: Json): Checked {
  if (!Array.isArray(value)) return bad('must be a list')
  const { check } = itemRule(spec)
  return eachItem(value, (item) =>
    item === null && spec.itemType !== undefined ? bad('must not be null') : check(spec, item),
  )
}

/**
 * Brings a value of a JSON body into the form in which it is stored and answered (SPEC 1.3): decimals without superfluous zeros, moments in UTC, …
 * Null is the caller's to judge.
 */
export function checkValue(spec: ValueSpec, value: Json): Checked {
  return RULES[spec.type].check(spec, value)
}

/** The same for a value that stands as text in a query string or a path. Of a `list` it is one item; a `dict` or `pickle` has none. */
export function parseValue(spec: ValueSpec, given: string): Checked {
  return RULES[spec.type].parse(spec, given)
}
