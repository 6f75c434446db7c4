import { LosslessNumber, isSafeNumber, parse } from 'lossless-json'
import { type FaultList, pointer } from '../errors.js'
import { type Json, isObject } from '../json.js'
import { type FieldType, VALUE_TRAITS } from '../spec/field-types.js'
import { TOO_LONG_FOR_A_NUMBER, type ValueSpec } from '../values/scalars.js'
import type { ExactNumbers } from './parser.js'

/** Only numbers with more than 15 digits or a three-digit exponent can lose precision. */
const MAY_LOSE_DIGITS = /\d[\d.]{15}|\de[+-]?\d{3}/i

/**
 * The numbers that have lost precision, as they were sent, for each object or list in a body. Full paths could take up
 * much more memory than the body.
 */
const lostIn = new WeakMap<object, Map<string, string>>()

/**
 * Records the numbers in a body that have more digits than a double preserves, such as `0.10000000000000000001`, so
 * that decimal fields can reject them.
 */
export function rememberLostDigits(text: string, body: Json): void {
  if (typeof body !== 'object' || body === null || !MAY_LOSE_DIGITS.test(text)) return
  compare(parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }), body)
}

function compare(exact: unknown, kept: Json): void {
  if (typeof exact !== 'object' || exact === null) return
  for (const [name, each] of Object.entries(exact)) {
    if (!(each instanceof LosslessNumber)) compare(each, entryOf(kept, name))
    else if (!isSafeNumber(each.value)) note(kept, name, each.value)
  }
}

function entryOf(container: Json, name: string): Json {
  if (Array.isArray(container)) return container[Number(name)] ?? null
  return isObject(container) ? (container[name] ?? null) : null
}

function note(container: Json, name: string, text: string): void {
  if (typeof container !== 'object' || container === null) return
  lostIn.set(container, (lostIn.get(container) ?? new Map<string, string>()).set(name, text))
}

function lostNumbers(container: unknown): ReadonlyMap<string, string> | undefined {
  return typeof container === 'object' && container !== null ? lostIn.get(container) : undefined
}

const NONE: ReadonlySet<string> = new Set()

/** Returns the names or indexes of the numbers in an object or list that have lost precision. */
export function lostDigits(container: unknown): ReadonlySet<string> {
  const lost = lostNumbers(container)
  return lost === undefined ? NONE : new Set(lost.keys())
}

/** Adds an error for each integer in objects and lists that has lost digits, at any depth. */
export function addLostIntegers(value: Json, path: string, faults: FaultList): void {
  if (typeof value !== 'object' || value === null) return
  for (const name of lostNumbers(value)?.keys() ?? [])
    if (isLostInteger(value, name)) faults.add(pointer(path, name), TOO_LONG_FOR_A_NUMBER)
  for (const [name, each] of Object.entries(value)) addLostIntegers(each, pointer(path, name), faults)
}

/** Returns whether a number was sent as an integer, without an exponent, and has lost digits. */
export function isLostInteger(container: unknown, name: string): boolean {
  const text = lostNumbers(container)?.get(name) ?? ''
  return /^-?\d+$/.test(text) && !(Number.isFinite(Number(text)) && BigInt(text) === BigInt(Number(text)))
}

export function keepsDigits({ type, itemType }: ValueSpec): boolean {
  const kept = type === 'list' ? itemType : type
  return kept !== undefined && VALUE_TRAITS[kept].kind === 'digits'
}

/** The types of fields that can contain numbers of which their schema says nothing. */
const UNTYPED: ReadonlySet<FieldType> = new Set(['dict', 'pickle', 'list'])

export const rejectLostDigits: ExactNumbers = ({ document, path: parent, faults }, name, value, spec) => {
  const path = pointer(parent, name)
  if (spec !== undefined && keepsDigits(spec)) {
    const items = lostDigits(value)
    if (lostDigits(document).has(name)) faults.add(path, TOO_LONG_FOR_A_NUMBER)
    else for (const index of items) faults.add(pointer(path, index), TOO_LONG_FOR_A_NUMBER)
    if (items.size > 0 || lostDigits(document).has(name)) return false
  }
  if (spec !== undefined && !UNTYPED.has(spec.type)) return true
  if (isLostInteger(document, name)) faults.add(path, TOO_LONG_FOR_A_NUMBER)
  addLostIntegers(value, path, faults)
  return true
}
