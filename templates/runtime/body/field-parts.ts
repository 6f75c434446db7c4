import { pointer } from '../errors.js'
import { type Json, isObject } from '../json.js'
import type { FieldParts } from '../model.js'
import { isSameValue } from '../values/same-value.js'
import type { PartRule, PartWrite } from './part-rules.js'

/** Guards the parts of dicts and lists to which the rules apply. */
export function fieldParts(rules: readonly PartRule[]): FieldParts {
  const hidden = rules.filter(({ writeOnly }) => writeOnly === true)
  return {
    rules,
    shown: (name, value) =>
      hidden.reduce((shown, { field, path }) => (field === name ? without(shown, path) : shown), value),
    checked: (given, stored, write) => {
      let value = given
      for (const rule of rules) {
        if (rule.field !== write.name || !(write.fixed.has(rule) || rule.writeOnly === true)) continue
        value = checked(value, stored, rule.path, { ...write, rule, at: pointer('', write.name) })
      }
      return value
    },
  }
}

type Path = PartRule['path']

/** A part of a value, with the rule that applies to it or to its members. */
interface Place extends PartWrite {
  readonly rule: PartRule
  readonly at: string
}

function checked(
  given: Json | undefined,
  stored: Json | undefined,
  path: Path,
  place: Place,
): Json | undefined {
  const [step, ...rest] = path
  if (step === undefined) return checkedPart(given, stored, place)
  if (given === undefined && place.keepsOmitted && Array.isArray(stored)) return stored
  const keepsOmitted = place.keepsOmitted && (given === undefined || isObject(given))
  // Items can be removed from a list, whose other items then must keep their place.
  const names = new Set([...namesAt(given, step), ...(Array.isArray(given) ? [] : namesAt(stored, step))])
  const changes: [string, Json][] = []
  for (const name of names) {
    const old = member(given, name)
    const kept = checked(old, member(stored, name), rest, {
      ...place,
      keepsOmitted,
      at: pointer(place.at, name),
    })
    if (kept !== old && kept !== undefined) changes.push([name, kept])
  }
  // A list or another value does not get the members of the stored object.
  if (changes.length === 0 || (given !== undefined && !isObject(given))) return given
  return { ...given, ...Object.fromEntries(changes) }
}

function checkedPart(given: Json | undefined, stored: Json | undefined, place: Place): Json | undefined {
  const { fixed, rule, keepsOmitted, rejected, at } = place
  if (given === undefined && keepsOmitted) return stored
  if (!fixed.has(rule)) return given
  // Comparing a part that nobody can read would reveal whether a guess is correct.
  const isKept = rule.writeOnly !== true && isSameValue(given ?? null, stored ?? null)
  if (!isKept && (given ?? stored ?? null) !== null) rejected.add(at)
  return given
}

/** Returns a value without a part. */
function without(value: Json, [step, ...rest]: Path): Json {
  if (step === undefined || typeof value !== 'object' || value === null) return value
  const names = new Set(namesAt(value, step))
  const entries = Object.entries(value)
    .filter(([name]) => rest.length > 0 || !names.has(name))
    .map(([name, each]): [string, Json] => [name, names.has(name) ? without(each, rest) : each])
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}

/** Returns the names of the members, or the indexes of the items, to which a step leads. */
function namesAt(value: Json | undefined, step: Path[number]): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const names = Object.keys(value)
  if (typeof step === 'string') return Array.isArray(value) || !names.includes(step) ? [] : [step]
  return Array.isArray(value) ? names : names.filter((name) => !step.includes(name))
}

function member(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)]
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
