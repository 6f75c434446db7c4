import type { Json } from '../ir/index.js'
import { isObject, type JsonObject } from './openapi/json.js'
import { targetText } from './openapi/references.js'

const WIDTH = 110
/** All letters but those that are known to be as wide as one: Latin, and general punctuation that shows. */
const MAYBE_WIDE = /[^\n -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]/

/** A part of a JSON document as text. */
export interface JsonText {
  readonly text: string
  /**
   * It is as prettier prints it. Else a formatter must go over it, as it holds what prettier sets by further rules: letters that may be wide, or lists
   * of numbers, which fill lines.
   */
  readonly isFinal: boolean
  /** What its entries refer to, see `targetText`. */
  readonly references: readonly string[]
}

/** Of an object. Keys of many objects that differ are no keys of an object here: each set of them would take a shape of its own. */
export type Entries = Iterable<readonly [key: string, value: Json]>

/**
 * Entries of an object as prettier prints them, one below the other: in each what fits stands on one line. A formatter takes much time and memory for
 * a large document. Entries that are no objects must not be the last of theirs.
 * @param indent of the entries
 */
export function entriesText(entries: Entries, indent: string): JsonText {
  const printing = newPrinting()
  let lead = ''
  for (const [key, value] of entries) {
    const name = `${JSON.stringify(key)}: `
    printing.text += lead + name
    const line = print(value, printing, indent, WIDTH - indent.length - name.length - 1)
    printing.text += line ?? ''
    lead = `,\n${indent}`
  }
  const { text, isFilling, references } = printing
  return { text, isFinal: !isFilling && !MAYBE_WIDE.test(text), references: [...references] }
}

const leads = new Map<string, string>()

/** There are few keys below the first, and most stand in many places. */
function leadOf(key: string): string {
  const known = leads.get(key)
  if (known !== undefined) return known
  const lead = `${JSON.stringify(key)}: `
  leads.set(key, lead)
  return lead
}

interface Printing {
  /** All lines so far. */
  text: string
  readonly references: Set<string>
  /** There was a list of numbers. */
  isFilling: boolean
}

function newPrinting(): Printing {
  return { text: '', references: new Set(), isFilling: false }
}

/** A value by its place, as it was printed. */
type Printed = Map<number, Printing & { readonly line: string | null }>

const shared = new WeakMap<object, Printed>()

/** The same value, of which it is known then that it stands in many places: it is printed once for all that are alike. It must not change. */
export function inManyPlaces<T extends object>(value: T): T {
  shared.set(value, new Map())
  return value
}

/**
 * Prints a value, but for one that stands on one line: that is returned.
 * @param room how many characters of its line it may fill
 */
function print(value: Json, printing: Printing, indent: string, room: number): string | null {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const printed = shared.get(value)
  if (printed === undefined) return printEach(value, printing, indent, room)

  const place = indent.length * WIDTH * 2 + room
  const known = printed.get(place) ?? printedAt(value, indent, room)
  printed.set(place, known)
  printing.text += known.text
  printing.isFilling ||= known.isFilling
  for (const reference of known.references) printing.references.add(reference)
  return known.line
}

function printedAt(
  value: JsonObject | readonly Json[],
  indent: string,
  room: number,
): Printing & { readonly line: string | null } {
  const printing = newPrinting()
  const line = printEach(value, printing, indent, room)
  return { ...printing, line }
}

function printEach(
  value: JsonObject | readonly Json[],
  printing: Printing,
  indent: string,
  room: number,
): string | null {
  return isObject(value)
    ? printObject(value, printing, indent, room)
    : printList(value, printing, indent, room)
}

/** The lines are printed at once, and taken back where all turns out to fit on one line. */
function printObject(value: JsonObject, printing: Printing, indent: string, room: number): string | null {
  const { $ref } = value
  if (typeof $ref === 'string') printing.references.add(targetText($ref))
  const before = printing.text
  const inner = `${indent}  `
  let line: string | null = ''
  let start = `{\n${inner}`
  let rest = Object.keys(value).length
  if (rest === 0) return '{}'
  for (const key in value) {
    rest -= 1
    const lead = leadOf(key)
    printing.text += start + lead
    const text = print(
      value[key] ?? null,
      printing,
      inner,
      WIDTH - inner.length - lead.length - (rest === 0 ? 0 : 1),
    )
    if (text !== null) printing.text += text
    line = text === null || line === null ? null : `${line}${lead}${text}${rest === 0 ? '' : ', '}`
    start = `,\n${inner}`
  }
  if (line !== null && line.length + 4 <= room) {
    printing.text = before
    return `{ ${line} }`
  }
  printing.text += `\n${indent}}`
  return null
}

function printList(items: readonly Json[], printing: Printing, indent: string, room: number): string | null {
  if (items.length === 0) return '[]'
  if (isFilled(items)) printing.isFilling = true
  const before = printing.text
  const inner = `${indent}  `
  let line: string | null = standsBelow(items) ? null : ''
  let start = `[\n${inner}`
  for (const [index, item] of items.entries()) {
    const isLast = index === items.length - 1
    printing.text += start
    const text = print(item, printing, inner, WIDTH - inner.length - (isLast ? 0 : 1))
    if (text !== null) printing.text += text
    line = text === null || line === null ? null : `${line}${text}${isLast ? '' : ', '}`
    start = `,\n${inner}`
  }
  if (line !== null && line.length + 2 <= room) {
    printing.text = before
    return `[${line}]`
  }
  printing.text += `\n${indent}]`
  return null
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
