import { LosslessNumber, isSafeNumber, parse } from 'lossless-json'
import { isUtf8 } from 'node:buffer'
import { BadRequest, FaultList } from '../errors.js'
import { type Json, isObject } from '../json.js'
import { REFUSED_NAMES, type ValueSpec } from '../values/text.js'
import { pointer } from './schema.js'

/** Only numbers with more than 15 digits, or with an exponent of three, can lose any. */
const MAY_LOSE_DIGITS = /\d[\d.]{15}|\de[+-]?\d{3}/i

/** By object or list of a body: the names in it of numbers that have lost digits. No paths: these could be much longer than the body. */
const lostIn = new WeakMap<object, Set<string>>()

/**
 * Remembers which numbers of a body have digits that a double does not keep, as `0.10000000000000000001`, so that a decimal never loses them
 * silently.
 */
export function rememberLostDigits(text: string, body: Json): void {
  if (typeof body !== 'object' || body === null || !MAY_LOSE_DIGITS.test(text)) return
  compare(parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }), body)
}

function compare(exact: unknown, kept: Json): void {
  if (typeof exact !== 'object' || exact === null) return
  for (const [name, each] of Object.entries(exact)) {
    if (!(each instanceof LosslessNumber)) compare(each, entryOf(kept, name))
    else if (!isSafeNumber(each.value)) note(kept, name)
  }
}

function entryOf(container: Json, name: string): Json {
  if (Array.isArray(container)) return container[Number(name)] ?? null
  return isObject(container) ? (container[name] ?? null) : null
}

function note(container: Json, name: string): void {
  if (typeof container !== 'object' || container === null) return
  lostIn.set(container, (lostIn.get(container) ?? new Set()).add(name))
}

const NONE: ReadonlySet<string> = new Set()

/** The names, or indexes, of the numbers in an object or list of a body that have lost digits. */
export function lostDigits(container: unknown): ReadonlySet<string> {
  return typeof container === 'object' && container !== null ? (lostIn.get(container) ?? NONE) : NONE
}

/** Whether digits matter for a field, or for the items of its list. */
export function keepsDigits({ type, itemType }: ValueSpec): boolean {
  const kept = type === 'list' ? itemType : type
  return kept === 'decimal' || kept === 'big_integer'
}

/** How Fastify's `addContentTypeParser` calls a parser that takes the body as it came. */
export type BodyParser = (
  request: unknown,
  bytes: Buffer,
  done: (error: Error | null, body?: Json) => void,
) => void

/** A parser of JSON bodies for `addContentTypeParser(types, { parseAs: 'buffer' }, …)`: {@link parseBody} with a ceiling. */
export function bodyParser(maxDepth: number): BodyParser {
  return (_request, bytes, done) => {
    try {
      done(null, parseBody(textOf(bytes), maxDepth))
    } catch (error) {
      done(error instanceof Error ? error : new BadRequest(String(error)))
    }
  }
}

/** JSON is in UTF-8 (RFC 8259, 8.1); what is not would be stored as other characters. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new BadRequest('the body is no JSON: it is not in UTF-8')
  return bytes.toString()
}

/**
 * Parses a JSON body; an empty one is undefined.
 * @param maxDepth how many objects and lists may stand in one another
 * @throws BadRequest where it is no JSON (with line and column), too deep, or has a key that is refused (SPEC 16)
 */
export function parseBody(text: string, maxDepth: number): Json | undefined {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (source.trim() === '') return undefined
  const body = parseJson(source)
  if (!isSound(body, maxDepth)) {
    const faults = new FaultList()
    addFaults(faults, body, '', maxDepth)
    faults.refuse()
  }
  rememberLostDigits(source, body)
  return body
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadRequest(`the body is no JSON: ${whatIsWrong(text)}`)
  }
}

/** The parser quotes what it cannot read, which may be as long as the body. */
const LONGEST_MESSAGE = 200

/** JSON.parse tells the position in some faults only, and in other words on each version of Node. */
function whatIsWrong(text: string): string {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return placed(text, error.message)
  }
  return 'it cannot be read'
}

function placed(text: string, message: string): string {
  const [, what = message, position] = /^(.*) at position (\d+)$/s.exec(message) ?? []
  if (position === undefined) return message.slice(0, LONGEST_MESSAGE)
  const lines = text.slice(0, Number(position)).split('\n')
  return `${what.slice(0, LONGEST_MESSAGE)} at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

/** Whether nothing stands too deeply and no key is refused: asked of every body, so that where the faults are is looked for in few. */
function isSound(value: Json, depthLeft: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depthLeft === 0) return false
  if (!isObject(value)) {
    for (const each of value) if (!isSound(each, depthLeft - 1)) return false
    return true
  }
  for (const name of Object.keys(value))
    if (REFUSED_NAMES.has(name) || !isSound(value[name] ?? null, depthLeft - 1)) return false
  return true
}

function addFaults(faults: FaultList, value: Json, path: string, depthLeft: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depthLeft === 0) return faults.add(path, 'is nested too deeply')
  for (const [name, each] of Object.entries(value)) {
    if (REFUSED_NAMES.has(name)) faults.add(pointer(path, name), `is a refused name: "${name}"`)
    else addFaults(faults, each, pointer(path, name), depthLeft - 1)
  }
}
