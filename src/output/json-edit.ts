import { isMap, isScalar, parseDocument, type Pair, type YAMLMap } from 'yaml'

/**
 * Sets `<section>.<name>` in the text of a JSON object, in the style of what stands there; all other text stays as it is. A new name goes
 * before the first one that is greater, a new section to the end.
 * @param text valid JSON: an object, whose section is an object where it is there
 */
export function setInJson(text: string, section: string, name: string, value: unknown): string {
  const root = parseDocument(text).contents
  if (!isMap(root)) return text
  const map = root.get(section, true)
  if (!isMap(map)) {
    const inner = object(text, member(name, value), unitOf(text))
    return insert(text, root, root.items.length, `"${section}": ${inner}`, '')
  }
  const known = map.items.find((pair) => nameOf(pair) === name)
  if (known !== undefined) {
    const [start, end] = rangeOf(known.value)
    return text.slice(0, start) + JSON.stringify(value) + text.slice(end)
  }
  const next = map.items.findIndex((pair) => nameOf(pair) > name)
  return insert(text, map, next === -1 ? map.items.length : next, member(name, value), unitOf(text))
}

function insert(text: string, map: YAMLMap, index: number, added: string, outer: string): string {
  const before = map.items[index]
  if (before !== undefined) {
    const [start] = rangeOf(before.key)
    return `${text.slice(0, start)}${added},${blanksBefore(text, start) || ' '}${text.slice(start)}`
  }
  const last = map.items.at(-1)
  if (last !== undefined) {
    const [, end] = rangeOf(last.value)
    return `${text.slice(0, end)},${blanksBefore(text, rangeOf(last.key)[0]) || ' '}${added}${text.slice(end)}`
  }
  const [start, end] = rangeOf(map)
  return `${text.slice(0, start)}${object(text, added, outer)}${text.slice(end)}`
}

/** An object of one member; `outer` is the indent of the line it begins on. */
function object(text: string, member: string, outer: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  return `{${end}${outer}${unitOf(text)}${member}${end}${outer}}`
}

function unitOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
}

function member(name: string, value: unknown): string {
  return `${JSON.stringify(name)}: ${JSON.stringify(value)}`
}

function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : ''
}

function rangeOf(node: unknown): readonly [number, number] {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null
  return Array.isArray(range) ? [Number(range[0]), Number(range[1])] : [0, 0]
}

function blanksBefore(text: string, offset: number): string {
  return /\s*$/.exec(text.slice(0, offset))?.[0] ?? ''
}
