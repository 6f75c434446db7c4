import { keepsDigits, lostDigits } from '../body/lost-digits.js'
import { pointer } from '../body/pointer.js'
import { BadRequest, FaultList } from '../errors.js'
import { isObject, type Json } from '../json.js'
import type { FieldSpec, Row } from '../model.js'
import { TOO_LONG_FOR_A_NUMBER } from '../values/decimal.js'
import { type Checked, checkValue, parseValue } from '../values/index.js'
import { bad, good } from '../values/rule.js'

/** The body of an attribute sub-resource (SPEC 9): a dict as it is, a list with its count. */
export function attributeBody(field: FieldSpec | undefined, value: Json): Record<string, Json> {
  if (field?.type !== 'list') return isObject(value) ? { ...value } : {}
  const data = Array.isArray(value) ? value : []
  return { count: data.length, data }
}

/**
 * What a POST makes of a list or dict field: keys or items to add, and with a leading `-` to remove; a list's as an array, or as an object with
 * empty values.
 * @throws BadRequest where the body has another form
 */
export function changedAttribute(name: string, field: FieldSpec | undefined, item: Row, body: unknown): Json {
  if (field?.type === 'list') return changedList(name, field, listOf(item[name] ?? null), body)
  return changedDict(name, item[name] ?? null, body)
}

function changedDict(name: string, value: Json, body: unknown): Json {
  const dict: Record<string, Json> = isObject(value) ? { ...value } : {}
  const removed = Array.isArray(body) && body.every((key) => typeof key === 'string' && key.startsWith('-'))
  if (!isObject(body) && !removed)
    throw new BadRequest(`${name} takes an object: keys to set, and "-key" to remove one`)
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
    throw new BadRequest(`${name} takes a list of items to add, and "-item" to remove one`)
  const faults = new FaultList()
  if (keepsDigits(field))
    for (const index of lostDigits(body)) faults.add(pointer('', index), TOO_LONG_FOR_A_NUMBER)
  faults.refuse()
  const asText = !Array.isArray(body)
  const list: (Json | undefined)[] = [...value]
  const places = placesOf(value)
  for (const [index, entry] of given.entries()) {
    const removes = typeof entry === 'string' && entry.startsWith('-') && entry.length > 1
    const item = removes ? good(typed(field, entry.slice(1))) : readItem(field, entry, asText)
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
  faults.refuse()
  return list.filter((item) => item !== undefined)
}

/** Where each item is, by its JSON: to search the list for each given item would take quadratic time. */
function placesOf(list: readonly Json[]): Map<string, Set<number>> {
  const places = new Map<string, Set<number>>()
  for (const [index, item] of list.entries()) {
    const text = JSON.stringify(item)
    places.set(text, (places.get(text) ?? new Set()).add(index))
  }
  return places
}

/** An item that is written as a key, in the type of the list's items; one that does not fit may still be in the list. */
function typed(field: FieldSpec, text: string): Json {
  const parsed = parseValue(field, text)
  return parsed.ok ? parsed.value : text
}

/** An item in the form in which it is stored, so that it is found however it is written. */
function readItem(field: FieldSpec, given: Json, isText: boolean): Checked {
  const item = isText ? typed(field, String(given)) : given
  const checked = checkValue(field, [item])
  if (checked.ok) return good(Array.isArray(checked.value) ? (checked.value[0] ?? null) : item)
  return bad(checked.items?.[0]?.message ?? checked.message)
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : []
}
