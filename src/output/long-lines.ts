import { jsonWithoutPlaces } from './without-places.js'

const LONG = 1000

/** The text of an item of a list that was printed before, at the same depth. */
type Printed = (item: object) => string | undefined

/**
 * JSON without places, with what has up to 1,000 characters on one line: a field, a relation or a route has one each, so that git merges them one by
 * one, and indents don't make up half of the text. Texts are added to one another, not joined: what is large would be copied at each depth.
 * @param indent of the line on which it stands
 */
export function jsonInLongLines(value: unknown, indent: string, printed: Printed = () => undefined): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return Array.isArray(value) ? listText(value, indent, printed) : objectText(value, indent, printed)
}

function listText(items: readonly unknown[], indent: string, printed: Printed): string {
  const inner = `${indent}  `
  const texts = items.map((item) => itemText(item ?? null, inner, printed))
  if (fit(texts)) return `[${texts.join(',')}]`
  return `[\n${linesOf(texts, inner)}\n${indent}]`
}

function itemText(item: unknown, indent: string, printed: Printed): string {
  const known = typeof item === 'object' && item !== null ? printed(item) : undefined
  if (known !== undefined) return known
  const flat = jsonWithoutPlaces(item)
  return flat.length <= LONG ? flat : jsonInLongLines(item, indent, printed)
}

function objectText(value: object, indent: string, printed: Printed): string {
  const inner = `${indent}  `
  const texts: string[] = []
  const lines: string[] = []
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined) continue
    const name = JSON.stringify(key)
    const text = entryText(key, entry, inner, printed)
    texts.push(`${name}:${text}`)
    lines.push(`${name}: ${text}`)
  }
  return fit(texts) ? `{${texts.join(',')}}` : `{\n${linesOf(lines, inner)}\n${indent}}`
}

function entryText(key: string, entry: unknown, indent: string, printed: Printed): string {
  if (typeof entry !== 'object' || entry === null) return JSON.stringify(entry)
  if (Array.isArray(entry)) return listText(entry, indent, printed)
  // With its name: a place is told by it.
  const flat =
    key === 'loc' ? jsonWithoutPlaces({ loc: entry }).slice('{"loc":'.length, -1) : jsonWithoutPlaces(entry)
  return flat.length <= LONG ? flat : jsonInLongLines(entry, indent, printed)
}

function linesOf(texts: readonly string[], indent: string): string {
  let lines = ''
  for (const text of texts) lines += `${lines === '' ? '' : ',\n'}${indent}${text}`
  return lines
}

/** Whether they have room on one line, with commas between them and brackets around. */
function fit(texts: readonly string[]): boolean {
  let length = 1
  for (const text of texts) length += text.length + 1
  return length <= LONG
}
