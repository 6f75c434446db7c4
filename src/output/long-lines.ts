import { jsonWithoutPlaces } from './without-places.js'

const LONG = 1000

/**
 * JSON without places, with what has up to 1,000 characters on one line: a field, a relation or a route has one each, so that git merges them one by
 * one, and indents don't make up half of the text. Texts are added to one another, not joined: what is large would be copied at each depth.
 * @param indent of the line on which it stands
 */
export function jsonInLongLines(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return Array.isArray(value) ? listText(value, indent) : objectText(value, indent)
}

function listText(items: readonly unknown[], indent: string): string {
  const inner = `${indent}  `
  const texts = items.map((item) => itemText(item ?? null, inner))
  if (haveRoom(texts)) return `[${texts.join(',')}]`
  return `[\n${linesOf(texts, inner)}\n${indent}]`
}

function itemText(item: unknown, indent: string): string {
  const flat = jsonWithoutPlaces(item)
  return flat.length <= LONG ? flat : jsonInLongLines(item, indent)
}

function objectText(value: object, indent: string): string {
  const inner = `${indent}  `
  const texts: string[] = []
  const lines: string[] = []
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined) continue
    const name = JSON.stringify(key)
    const text = entryText(key, entry, inner)
    texts.push(`${name}:${text}`)
    lines.push(`${name}: ${text}`)
  }
  return haveRoom(texts) ? `{${texts.join(',')}}` : `{\n${linesOf(lines, inner)}\n${indent}}`
}

/** What stands at a key of an object. */
export function entryText(key: string, entry: unknown, indent: string): string {
  if (typeof entry !== 'object' || entry === null) return JSON.stringify(entry)
  if (Array.isArray(entry)) return listText(entry, indent)
  // With its name: a place is told by it.
  const flat =
    key === 'loc' ? jsonWithoutPlaces({ loc: entry }).slice('{"loc":'.length, -1) : jsonWithoutPlaces(entry)
  return flat.length <= LONG ? flat : jsonInLongLines(entry, indent)
}

function linesOf(texts: readonly string[], indent: string): string {
  let lines = ''
  for (const text of texts) lines += `${lines === '' ? '' : ',\n'}${indent}${text}`
  return lines
}

function haveRoom(texts: readonly string[]): boolean {
  return fitOnLine(texts.map(({ length }) => length))
}

/** Whether texts of these lengths have room on one line, with commas between them and brackets around. */
export function fitOnLine(lengths: readonly number[]): boolean {
  let sum = 1
  for (const length of lengths) sum += length + 1
  return sum <= LONG
}
