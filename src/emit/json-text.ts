import type { Json } from '../ir/index.js'
import { isObject, type JsonObject } from './openapi/json.js'

const WIDTH = 110
/** All letters but those that are known to be as wide as one: Latin, and general punctuation that shows. */
const MAYBE_WIDE = /[^\n -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]/

/** A JSON value as text. */
export interface JsonText {
  readonly text: string
  /**
   * It is as prettier prints it. Else a formatter must go over it, as it holds what prettier sets by further rules: letters that may be wide, or lists
   * of numbers, which fill lines.
   */
  readonly isFinal: boolean
  /** What its entries `$ref` hold. */
  readonly references: readonly string[]
}

/** Where a value stands in its document. */
export interface JsonPlace {
  /** How far the line is indented on which it begins. */
  readonly indent: string
  /** The key whose value it is; null at the root. */
  readonly key: string | null
  readonly isLast: boolean
}

const ROOT: JsonPlace = { indent: '', key: null, isLast: true }

/** A JSON value as prettier prints it: what fits stands on one line. A formatter takes much time and memory for a large document. */
export function jsonText(value: Json, place: JsonPlace = ROOT): JsonText {
  const printing: Printing = { pieces: [], references: new Set(), isFilling: false }
  print(value, printing, place.indent, roomAt(place))
  const text = printing.pieces.join('')
  return {
    text,
    isFinal: !printing.isFilling && !MAYBE_WIDE.test(text),
    references: [...printing.references],
  }
}

/** Prints one value at its place. */
export type Printer = (place: JsonPlace) => JsonText

/** An object each of whose values is made and printed by itself, so that all of them are never held at once. */
export function objectText(
  entries: readonly (readonly [key: string, print: Printer])[],
  place: JsonPlace = ROOT,
): JsonText {
  const inner = `${place.indent}  `
  const values = entries.map(([key, print], index) =>
    print({ indent: inner, key, isLast: index === entries.length - 1 }),
  )
  const lines = entries.map(([key], index) => leadOf(key) + (values[index]?.text ?? ''))
  return {
    text: inLine(lines, roomAt(place)) ?? `{\n${inner}${lines.join(`,\n${inner}`)}\n${place.indent}}`,
    isFinal: values.every(({ isFinal }) => isFinal),
    references: values.flatMap(({ references }) => references),
  }
}

function inLine(entries: readonly string[], room: number): string | null {
  if (entries.length === 0) return '{}'
  const length = entries.reduce((sum, entry) => sum + entry.length + 2, 2)
  const isOne = length <= room && entries.every((entry) => !entry.includes('\n'))
  return isOne ? `{ ${entries.join(', ')} }` : null
}

function roomAt({ indent, key, isLast }: JsonPlace): number {
  return WIDTH - indent.length - (key === null ? 0 : leadOf(key).length) - (isLast ? 0 : 1)
}

function leadOf(key: string): string {
  return `${JSON.stringify(key)}: `
}

interface Printing {
  readonly pieces: string[]
  readonly references: Set<string>
  /** There was a list of numbers. */
  isFilling: boolean
}

/** @param room how many characters of its line it may fill */
function print(value: Json, printing: Printing, indent: string, room: number): void {
  const { pieces } = printing
  if (typeof value !== 'object' || value === null) {
    pieces.push(JSON.stringify(value))
    return
  }
  const line = flat(value, printing, room)
  if (line !== null) {
    pieces.push(line)
    return
  }
  const inner = `${indent}  `
  const isList = !isObject(value)
  const keys = Object.keys(value)
  let end = isList ? '[\n' : '{\n'
  for (const [index, key] of keys.entries()) {
    const lead = isList ? inner : inner + leadOf(key)
    const item = (isList ? value[index] : value[key]) ?? null
    pieces.push(end, lead)
    print(item, printing, inner, WIDTH - lead.length - (index === keys.length - 1 ? 0 : 1))
    end = ',\n'
  }
  pieces.push(`\n${indent}${isList ? ']' : '}'}`)
}

/** The value on one line; null where the room is too little, or the value never stands on one. */
function flat(value: Json, printing: Printing, room: number): string | null {
  if (typeof value !== 'object' || value === null) return within(room, JSON.stringify(value))
  return isObject(value) ? flatObject(value, printing, room) : flatList(value, printing, room)
}

function flatList(items: readonly Json[], printing: Printing, room: number): string | null {
  if (isFilled(items)) printing.isFilling = true
  if (standsBelow(items)) return null
  const texts: string[] = []
  let rest = room - 2
  for (const item of items) {
    const text = flat(item, printing, rest)
    if (text === null) return null
    texts.push(text)
    rest -= text.length + 2
  }
  return within(room, `[${texts.join(', ')}]`)
}

function flatObject(value: JsonObject, printing: Printing, room: number): string | null {
  const { $ref } = value
  if (typeof $ref === 'string') printing.references.add($ref)
  const texts: string[] = []
  let rest = room - 4
  for (const key of Object.keys(value)) {
    const lead = leadOf(key)
    const text = flat(value[key] ?? null, printing, rest - lead.length)
    if (text === null) return null
    texts.push(lead + text)
    rest -= lead.length + text.length + 2
  }
  return within(room, texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`)
}

function within(room: number, text: string): string | null {
  return text.length <= room ? text : null
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
