import type { Json } from '../ir/index.js'
import { isObject, type JsonObject } from './openapi/json.js'

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
  /** What its entries `$ref` hold. */
  readonly references: readonly string[]
}

/**
 * Entries of an object as prettier prints them, one below the other: in each what fits stands on one line. A formatter takes much time and memory for
 * a large document. Entries that are no objects must not be the last of theirs.
 * @param indent of the entries
 */
export function entriesText(entries: JsonObject, indent: string): JsonText {
  const printing: Printing = { text: '', references: new Set(), isFilling: false }
  let lead = ''
  for (const [key, value] of Object.entries(entries)) {
    const name = leadOf(key)
    printing.text += lead + name
    const line = print(value, printing, indent, WIDTH - indent.length - name.length - 1)
    printing.text += line ?? ''
    lead = `,\n${indent}`
  }
  const { text, isFilling, references } = printing
  return { text, isFinal: !isFilling && !MAYBE_WIDE.test(text), references: [...references] }
}

function leadOf(key: string): string {
  return `${JSON.stringify(key)}: `
}

interface Printing {
  /** All lines so far. */
  text: string
  readonly references: Set<string>
  /** There was a list of numbers. */
  isFilling: boolean
}

/**
 * Prints a value, but for one that stands on one line: that is returned.
 * @param room how many characters of its line it may fill
 */
function print(value: Json, printing: Printing, indent: string, room: number): string | null {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return isObject(value)
    ? printObject(value, printing, indent, room)
    : printList(value, printing, indent, room)
}

function printObject(value: JsonObject, printing: Printing, indent: string, room: number): string | null {
  const { $ref } = value
  if (typeof $ref === 'string') printing.references.add($ref)
  const keys = Object.keys(value)
  const entries = keys.map((key): Entry => [leadOf(key), value[key] ?? null])
  return printEntries(entries, OBJECT, printing, indent, room)
}

function printList(items: readonly Json[], printing: Printing, indent: string, room: number): string | null {
  if (isFilled(items)) printing.isFilling = true
  const entries = items.map((item): Entry => ['', item])
  return printEntries(entries, LIST, printing, indent, standsBelow(items) ? 0 : room)
}

/** What stands before a value on its line, and the value. */
type Entry = readonly [lead: string, value: Json]

const OBJECT = { open: '{', close: '}', space: ' ' }
const LIST = { open: '[', close: ']', space: '' }

/** The lines are printed at once, and taken back where all turns out to fit on one line. */
function printEntries(
  entries: readonly Entry[],
  { open, close, space }: typeof OBJECT,
  printing: Printing,
  indent: string,
  room: number,
): string | null {
  if (entries.length === 0) return open + close
  const before = printing.text
  const inner = `${indent}  `
  let line: string | null = ''
  let start = `${open}\n${inner}`
  for (const [index, [lead, value]] of entries.entries()) {
    const isLast = index === entries.length - 1
    printing.text += start + lead
    const text = print(value, printing, inner, WIDTH - inner.length - lead.length - (isLast ? 0 : 1))
    if (text !== null) printing.text += text
    line = text === null || line === null ? null : `${line}${lead}${text}${isLast ? '' : ', '}`
    start = `,\n${inner}`
  }
  if (line !== null && line.length + 2 + 2 * space.length <= room) {
    printing.text = before
    return open + space + line + space + close
  }
  printing.text += `\n${indent}${close}`
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
