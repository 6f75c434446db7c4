import type { Written, WrittenPair, WrittenScalar } from '../written.js'
import { skipSpaces, trimSpaces } from './line.js'
import { plainScalar, textScalar } from './plain.js'
import { beginsPlain, quoted } from './scalars.js'

/** A list in brackets or a map in braces that ends in its line, and has a value for each key; null for any other. */
export function flow(text: string, start: number, depth: number): Written | null {
  if (depth > DEEPEST) return null
  switch (text[start]) {
    case '[':
      return list(text, start, depth + 1)
    case '{':
      return map(text, start, depth + 1)
    default:
      return null
  }
}

/** Brackets in brackets; more of them may be too many. */
const DEEPEST = 20

function list(text: string, start: number, depth: number): Written | null {
  const items: Written[] = []
  const end = members(text, start, ']', (at) => {
    const item = itemAt(text, at, depth)
    if (item !== null) items.push(item)
    return item
  })
  return end === -1 ? null : { kind: 'list', items, start, end }
}

/** A value, or a key with a value: a map of one pair. */
function itemAt(text: string, at: number, depth: number): Written | null {
  const value = valueAt(text, at, depth)
  if (value === null || text[skipSpaces(text, value.end)] !== ':') return value
  const pair = pairAt(text, at, depth)
  if (pair === null) return null
  return { kind: 'map', pairs: [pair], flow: true, start: pair.key.start, end: pair.value.end }
}

function map(text: string, start: number, depth: number): Written | null {
  const pairs: WrittenPair[] = []
  const end = members(text, start, '}', (at) => {
    const pair = pairAt(text, at, depth)
    if (pair !== null) pairs.push(pair)
    return pair?.value ?? null
  })
  return end === -1 ? null : { kind: 'map', pairs, flow: true, start, end }
}

/** Reads the members between two brackets. @returns where the collection ends; -1 where a member could not be read */
function members(text: string, start: number, close: string, read: (at: number) => Written | null): number {
  let at = skipSpaces(text, start + 1)
  if (text[at] === close) return at + 1
  for (;;) {
    const member = read(at)
    if (member === null) return -1
    at = skipSpaces(text, member.end)
    if (text[at] === close) return at + 1
    if (text[at] !== ',') return -1
    at = skipSpaces(text, at + 1)
  }
}

function pairAt(text: string, start: number, depth: number): WrittenPair | null {
  const key = scalarAt(text, start)
  if (key === null || text[key.end] !== ':' || text[key.end + 1] !== ' ') return null
  const value = valueAt(text, skipSpaces(text, key.end + 1), depth)
  return value && { key: key.plain ? textScalar(key.source, key.start, key.end) : key, value }
}

function valueAt(text: string, start: number, depth: number): Written | null {
  return flow(text, start, depth) ?? scalarAt(text, start)
}

/** A plain text between brackets, as far as a comma, a bracket or the colon of a key. */
const PLAIN = /(?!-\W)[^,[\]{}\n#:]+(?::(?=[^\s,[\]{}])[^,[\]{}\n#:]+)*(?=[,[\]{}:])/y

function scalarAt(text: string, start: number): WrittenScalar | null {
  if (text[start] === '"' || text[start] === "'") return quoted(text, start)
  if (!beginsPlain(text, start)) return null
  PLAIN.lastIndex = start
  const source = trimSpaces(PLAIN.exec(text)?.[0] ?? '')
  return source === '' || source === '<<' ? null : plainScalar(source, start, start + source.length)
}
