import type { Json } from '../ir/index.js'
import { isObject } from './openapi/json.js'

const WIDTH = 110
/** All letters but those that are known to be as wide as one: Latin, and general punctuation that shows. */
const MAYBE_WIDE = /[^\n -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]/
/** What {@link roomAfter} gives where there is too little. */
const NONE = -1

/**
 * A JSON document as prettier prints it: what fits stands on one line. A formatter takes much time and memory for a large one. Null where it
 * holds what prettier sets by further rules: letters that may be wide, and lists of numbers, which fill lines.
 */
export function jsonText(value: Json): string | null {
  const printing: Printing = { strings: new Strings(), text: new Text() }
  try {
    print(value, printing, '', 0, 0)
    return `${printing.text.end()}\n`
  } catch (error) {
    if (error instanceof FurtherRules) return null
    throw error
  }
}

interface Printing {
  readonly strings: Strings
  readonly text: Text
}

class FurtherRules extends Error {}

/** The strings of a document in quotes: most of them come many times. */
class Strings {
  readonly #known = new Map<string, string>()

  quoted(text: string): string {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const quoted = JSON.stringify(text)
    this.#known.set(text, quoted)
    return quoted
  }
}

const TOGETHER = 4096

/** A long text of many pieces. They are joined some thousands at a time, as a string that is added to a million times is one of a million parts. */
class Text {
  #text = ''
  #pieces: string[] = []

  add(piece: string): void {
    this.#pieces.push(piece)
    if (this.#pieces.length === TOGETHER) this.end()
  }

  /** @throws FurtherRules for letters that may be wide */
  end(): string {
    const joined = this.#pieces.join('')
    if (MAYBE_WIDE.test(joined)) throw new FurtherRules()
    this.#text += joined
    this.#pieces = []
    return this.#text
  }
}

/**
 * @param before how many characters stand before it on its line
 * @param after how many must fit behind it: 1 for a comma
 */
function print(value: Json, printing: Printing, indent: string, before: number, after: number): void {
  const { strings, text } = printing
  const isPlain = typeof value !== 'object' || value === null
  if (isPlain || roomAfter(value, strings, WIDTH - before - after) !== NONE) {
    text.add(flat(value, strings))
    return
  }
  const inner = `${indent}  `
  const isList = !isObject(value)
  const keys = Object.keys(value)
  let end = isList ? '[\n' : '{\n'
  for (const [index, key] of keys.entries()) {
    const lead = isList ? inner : `${inner}${strings.quoted(key)}: `
    const item = (isList ? value[index] : value[key]) ?? null
    text.add(end + lead)
    print(item, printing, inner, lead.length, index === keys.length - 1 ? 0 : 1)
    end = ',\n'
  }
  text.add(`\n${indent}${isList ? ']' : '}'}`)
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
