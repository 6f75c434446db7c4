import type { Json } from '../ir/index.js'
import { isObject } from './openapi/json.js'

const WIDTH = 110
/** All letters but those that are known to be as wide as one: Latin, and general punctuation that shows. */
const MAYBE_WIDE = /[^ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]/
/** What {@link roomAfter} gives where there is too little. */
const NONE = -1

/**
 * A JSON document as prettier prints it: what fits stands on one line. A formatter takes much time and memory for a large one. Null where it
 * holds what prettier sets by further rules: letters that may be wide, and lists of numbers, which fill lines.
 */
export function jsonText(value: Json): string | null {
  try {
    return `${printed(value, new Strings(), '', 0, 0)}\n`
  } catch (error) {
    if (error instanceof FurtherRules) return null
    throw error
  }
}

class FurtherRules extends Error {}

/** The strings of a document in quotes: most of them come many times. */
class Strings {
  readonly #known = new Map<string, string>()

  /** @throws FurtherRules for letters that may be wide */
  quoted(text: string): string {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const quoted = JSON.stringify(text)
    if (MAYBE_WIDE.test(quoted)) throw new FurtherRules()
    this.#known.set(text, quoted)
    return quoted
  }
}

/**
 * @param before how many characters stand before it on its line
 * @param after how many must fit behind it: 1 for a comma
 */
function printed(value: Json, strings: Strings, indent: string, before: number, after: number): string {
  if (typeof value === 'string') return strings.quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (roomAfter(value, strings, WIDTH - before - after) !== NONE) return flat(value, strings)
  const inner = `${indent}  `
  let lines = ''
  if (!isObject(value)) {
    for (const [index, item] of value.entries()) {
      const comma = index === value.length - 1 ? '' : ','
      lines += `${inner}${printed(item, strings, inner, inner.length, comma.length)}${comma}\n`
    }
    return `[\n${lines}${indent}]`
  }
  const keys = Object.keys(value)
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? ''
    const lead = `${strings.quoted(key)}: `
    const comma = index === keys.length - 1 ? '' : ','
    const text = printed(value[key] ?? null, strings, inner, inner.length + lead.length, comma.length)
    lines += `${inner}${lead}${text}${comma}\n`
  }
  return `{\n${lines}${indent}}`
}

function flat(value: Json, strings: Strings): string {
  if (typeof value === 'string') return strings.quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (!isObject(value)) return `[${value.map((item) => flat(item, strings)).join(', ')}]`
  const entries = Object.entries(value).map(([key, item]) => `${strings.quoted(key)}: ${flat(item, strings)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** How much of the room is left behind the value on one line; `NONE` where it is too little, or the value never stands on one. */
function roomAfter(value: Json, strings: Strings, room: number): number {
  if (typeof value === 'string') return left(room - strings.quoted(value).length)
  if (typeof value !== 'object' || value === null) return left(room - String(value).length)
  if (!isObject(value)) {
    if (standsBelow(value)) return NONE
    if (isFilled(value)) throw new FurtherRules()
    let rest = room - 2 - 2 * Math.max(0, value.length - 1)
    for (const item of value) {
      if (rest < 0) return NONE
      rest = roomAfter(item, strings, rest)
    }
    return left(rest)
  }
  const keys = Object.keys(value)
  let rest = room - 2 - 2 * keys.length
  for (let index = 0; index < keys.length && rest >= 0; index++) {
    const key = keys[index] ?? ''
    rest = roomAfter(value[key] ?? null, strings, rest - strings.quoted(key).length - 2)
  }
  return left(rest)
}

function left(room: number): number {
  return room < 0 ? NONE : room
}

/** Several objects, or several lists, of more than one entry each: they always stand below one another. */
function standsBelow(items: readonly Json[]): boolean {
  if (items.length < 2) return false
  const isLong = (item: Json): boolean =>
    typeof item === 'object' && item !== null && Object.keys(item).length > 1
  return items.every(isLong) && (items.every(Array.isArray) || items.every((item) => isObject(item)))
}

/** Several numbers. */
function isFilled(items: readonly Json[]): boolean {
  return items.length > 1 && items.every((item) => typeof item === 'number')
}
