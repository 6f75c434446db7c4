import type { FastifyRequest } from 'fastify'
import { addLostIntegers, keepsDigits, lostDigits } from '../body/digits.js'
import { BadRequest, FaultList, Forbidden, pointer } from '../errors.js'
import { type Json, isObject } from '../json.js'
import type { FieldSpec, Row } from '../model.js'
import type { ModelTypes } from '../repository/types.js'
import { bodyOf } from '../server/server.js'
import type { Session } from '../store.js'
import { TOO_LONG_FOR_A_NUMBER, type Checked, bad, good } from '../values/scalars.js'
import { checkValue, parseValue } from '../values/values.js'
import type { Resource } from './resource.js'

/**
 * Returns the response body for a list or dict field: the dict itself, or the list with its length.
 * @throws Forbidden if the caller cannot see the field
 */
export function showAttribute<T extends ModelTypes>(
  resource: Resource<T>,
  request: FastifyRequest,
  item: object,
  name: keyof T['Row'] & string,
): Record<string, Json> {
  if (resource.policy(request).visible(resource.model)?.has(name) === false)
    throw new Forbidden(`You do not have permission to read "${name}".`)
  const stored: Json = Object(item)[name] ?? null
  const value = resource.model.parts?.shown(name, stored) ?? stored
  if (resource.model.fields[name]?.type !== 'list') return isObject(value) ? { ...value } : {}
  const data = Array.isArray(value) ? value : []
  return { count: data.length, data }
}

/** Reads the body of a POST to a list or dict field. @throws BadRequest, Forbidden */
export function readAttributeChanges<T extends ModelTypes>(
  resource: Resource<T>,
  session: Session,
  request: FastifyRequest,
  item: T['Row'],
  name: keyof T['Row'] & string,
): Promise<T['Update']> {
  const field = resource.model.fields[name]
  return resource.read({ session, item, action: 'update', field: name }, request, () =>
    resource.bodies.changes('assign', { [name]: changedAttribute(name, field, item, bodyOf(request)) }),
  )
}

/**
 * Returns the new value of a list or dict field after a POST. The body contains the entries to add and, with a leading
 * `-`, the entries to remove. List items are sent as an array, or as the keys of an object.
 * @throws BadRequest if the body has a different form or an item is invalid
 */
export function changedAttribute(name: string, field: FieldSpec | undefined, item: Row, body: unknown): Json {
  const value = item[name] ?? null
  if (field?.type === 'list') return changedList(name, field, Array.isArray(value) ? value : [], body)
  return changedDict(name, value, body)
}

function changedDict(name: string, value: Json, body: unknown): Json {
  const dict: Record<string, Json> = isObject(value) ? { ...value } : {}
  const removed = Array.isArray(body) && body.every((key) => typeof key === 'string' && key.startsWith('-'))
  if (!isObject(body) && !removed)
    throw new BadRequest(
      `The body of ${name} must be an object with the keys to set; to remove a key, put "-" before its name.`,
    )
  const faults = new FaultList()
  if (isObject(body)) addLostIntegers(body, '', faults)
  faults.throwIfAny()
  const changes: [string, Json][] = Array.isArray(body)
    ? body.map((key) => [String(key), null])
    : Object.entries(Object(body))
  for (const [key, given] of changes) {
    if (key.startsWith('-')) delete dict[key.slice(1)]
    else dict[key] = given
  }
  return dict
}

function changedList(name: string, field: FieldSpec, value: readonly Json[], body: unknown): Json {
  const given: Json[] | undefined = Array.isArray(body)
    ? body
    : isObject(body)
      ? Object.keys(body)
      : undefined
  if (given === undefined)
    throw new BadRequest(
      `The body of ${name} must be a list of the items to add; to remove an item, put "-" before it.`,
    )
  const faults = new FaultList()
  if (keepsDigits(field))
    for (const index of lostDigits(body)) faults.add(pointer('', index), TOO_LONG_FOR_A_NUMBER)
  faults.throwIfAny()
  const asText = !Array.isArray(body)
  const list: (Json | undefined)[] = [...value]
  const places = placesOf(value)
  for (const [index, entry] of given.entries()) {
    const removes = typeof entry === 'string' && entry.startsWith('-') && entry.length > 1
    const item = removes ? good(parsedItem(field, entry.slice(1))) : readItem(field, entry, asText)
    if (!item.ok) {
      faults.add(pointer('', asText ? String(entry) : index), item.message)
      continue
    }
    const text = JSON.stringify(item.value)
    const [place] = places.get(text) ?? []
    if (removes && place !== undefined) {
      list[place] = undefined
      places.get(text)?.delete(place)
    }
    if (!removes && place === undefined) places.set(text, new Set([list.push(item.value) - 1]))
  }
  faults.throwIfAny()
  return list.filter((item) => item !== undefined)
}

/** Maps each item's JSON to its indexes, because searching the list for each given item would take quadratic time. */
function placesOf(list: readonly Json[]): Map<string, Set<number>> {
  const places = new Map<string, Set<number>>()
  for (const [index, item] of list.entries()) {
    const text = JSON.stringify(item)
    places.set(text, (places.get(text) ?? new Set()).add(index))
  }
  return places
}

/**
 * Parses an item written as text. Text that does not fit the type is returned unchanged, because the list might contain
 * it.
 */
function parsedItem(field: FieldSpec, text: string): Json {
  const parsed = parseValue(field, text)
  return parsed.ok ? parsed.value : text
}

/** Returns an item in its stored form, so that it is found no matter how the client writes it. */
function readItem(field: FieldSpec, given: Json, isText: boolean): Checked {
  const item = isText ? parsedItem(field, String(given)) : given
  const checked = checkValue(field, [item])
  if (checked.ok) return good(Array.isArray(checked.value) ? (checked.value[0] ?? null) : item)
  return bad(checked.items?.[0]?.message ?? checked.message)
}
