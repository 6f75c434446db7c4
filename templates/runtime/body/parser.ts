import { LosslessNumber, isSafeNumber, parse } from 'lossless-json'
import { isUtf8 } from 'node:buffer'
import { BadRequest, FaultList } from '../errors.js'
import { type Json, isObject } from '../json.js'
import { REFUSED_NAMES, type ValueSpec } from '../values/text.js'
import { pointer } from './schema.js'

/** Only numbers with more than 15 digits or a three-digit exponent can lose digits. */
const MAY_LOSE_DIGITS = /\d[\d.]{15}|\de[+-]?\d{3}/i

/** For each object or list of a body, the names of numbers that have lost digits. Paths could be much longer than the body itself. */
const lostIn = new WeakMap<object, Set<string>>()

/**
 * Records which numbers of a body have more digits than a double keeps, such as `0.10000000000000000001`, so that a decimal field can reject them.
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

/** Returns the names or indexes of the numbers in an object or list that have lost digits. */
export function lostDigits(container: unknown): ReadonlySet<string> {
  return typeof container === 'object' && container !== null ? (lostIn.get(container) ?? NONE) : NONE
}

/** Whether a field, or the items of a list field, must keep all digits. */
export function keepsDigits({ type, itemType }: ValueSpec): boolean {
  const kept = type === 'list' ? itemType : type
  return kept === 'decimal' || kept === 'big_integer'
}

/** A body parser for Fastify's `addContentTypeParser` with `parseAs: 'buffer'`. */
export type BodyParser = (
  request: unknown,
  bytes: Buffer,
  done: (error: Error | null, body?: Json) => void,
) => void

/** Returns a parser of JSON bodies; see {@link parseBody}. */
export function bodyParser(maxDepth: number): BodyParser {
  return (_request, bytes, done) => {
    try {
      done(null, parseBody(textOf(bytes), maxDepth))
    } catch (error) {
      done(error instanceof Error ? error : new BadRequest(String(error)))
    }
  }
}

/** JSON must be UTF-8 (RFC 8259, 8.1). Other bytes would be replaced silently. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new BadRequest('The body is not valid JSON: it is not encoded in UTF-8.')
  return bytes.toString()
}

/**
 * Parses a JSON body and returns undefined for an empty one.
 * @param maxDepth maximum nesting depth of objects and lists
 * @throws BadRequest if the body is not JSON (with line and column), is nested too deeply, or has a forbidden key
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
    throw new BadRequest(`The body is not valid JSON: ${syntaxError(text)}.`)
  }
}

/** The parser quotes invalid text, which may be as long as the body. */
const MAX_MESSAGE_LENGTH = 200

/** Describes a syntax error with its position, which JSON.parse gives for some errors only and in a different form on each version of Node. */
function syntaxError(text: string): string {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return withLocation(text, error.message)
  }
  return 'syntax error'
}

function withLocation(text: string, message: string): string {
  const [, what = message, position] = /^(.*) at position (\d+)$/s.exec(message) ?? []
  if (position === undefined) return message.slice(0, MAX_MESSAGE_LENGTH)
  const lines = text.slice(0, Number(position)).split('\n')
  return `${what.slice(0, MAX_MESSAGE_LENGTH)} at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

/** Whether nesting depth and keys are valid. This fast check runs for every body; errors are located only if it fails. */
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
    if (REFUSED_NAMES.has(name)) faults.add(pointer(path, name), `"${name}" is not allowed as a name`)
    else addFaults(faults, each, pointer(path, name), depthLeft - 1)
  }
}
