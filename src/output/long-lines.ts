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
  if (typeof value !== 'object' || value === null) return jsonWithoutPlaces(value)
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
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  const texts = entries.map(([key, entry]): [name: string, text: string] => {
    const name = JSON.stringify(key)
    if (Array.isArray(entry)) return [name, listText(entry, inner, printed)]
    // With its name: what is left out of the IR is told by it.
    const flat = jsonWithoutPlaces({ [key]: entry }).slice(name.length + 2, -1)
    return [name, flat.length <= LONG ? flat : jsonInLongLines(entry, inner, printed)]
  })
  const flat = texts.map(([name, text]) => `${name}:${text}`)
  if (fit(flat)) return `{${flat.join(',')}}`
  return `{\n${linesOf(
    texts.map(([name, text]) => `${name}: ${text}`),
    inner,
  )}\n${indent}}`
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
