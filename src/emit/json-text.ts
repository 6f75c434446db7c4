import type { Json } from '../ir/index.js'
import { isObject } from './openapi/json.js'

const WIDTH = 110
/** All letters but those that are known to be as wide as one: Latin, and general punctuation that shows. */
const MAYBE_WIDE = /[^ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]/
const NUMBERS = /\[-?\d+(?:\.\d+)?,-?\d/

/**
 * A JSON document as prettier prints it: what fits stands on one line. A formatter takes much time and memory for a large one. Null where it
 * holds what prettier sets by further rules: letters that may be wide, and lists of numbers, which fill lines.
 */
export function jsonText(value: Json): string | null {
  const flat = JSON.stringify(value)
  if (MAYBE_WIDE.test(flat) || NUMBERS.test(flat)) return null
  return `${printed(value, '', 0, 0)}\n`
}

/**
 * @param before how many characters stand before it on its line
 * @param after how many must fit behind it: 1 for a comma
 */
function printed(value: Json, indent: string, before: number, after: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const flat = flatText(value, WIDTH - before - after)
  if (flat !== null) return flat
  const inner = `${indent}  `
  const entries: [string, Json][] = Array.isArray(value)
    ? value.map((item: Json) => ['', item])
    : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item])
  const lines = entries.map(([lead, item], index) => {
    const comma = index === entries.length - 1 ? 0 : 1
    return inner + lead + printed(item, inner, inner.length + lead.length, comma)
  })
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

/** The value on one line; null where it takes more than the room, or is a list of objects that always stand below one another. */
function flatText(value: Json, room: number): string | null {
  if (typeof value !== 'object' || value === null) return within(JSON.stringify(value), room)
  if (Array.isArray(value)) {
    if (standsBelow(value)) return null
    const items = flatItems(
      value.map((item: Json) => ['', item]),
      room - 2,
    )
    return items === null ? null : `[${items}]`
  }
  const entries = Object.entries(value)
  if (entries.length === 0) return within('{}', room)
  const items = flatItems(
    entries.map(([key, item]) => [`${JSON.stringify(key)}: `, item]),
    room - 4,
  )
  return items === null ? null : `{ ${items} }`
}

function flatItems(entries: readonly (readonly [string, Json])[], room: number): string | null {
  let text = ''
  for (const [lead, item] of entries) {
    const start = text === '' ? lead : `${text}, ${lead}`
    const flat = flatText(item, room - start.length)
    if (flat === null) return null
    text = start + flat
  }
  return within(text, room)
}

function within(text: string, room: number): string | null {
  return text.length <= room ? text : null
}

/** Several objects, or several lists, of more than one entry each. */
function standsBelow(items: readonly Json[]): boolean {
  if (items.length < 2) return false
  const isLong = (item: Json): boolean =>
    typeof item === 'object' && item !== null && Object.keys(item).length > 1
  return items.every(isLong) && (items.every(Array.isArray) || items.every((item) => isObject(item)))
}
