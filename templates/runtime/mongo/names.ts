import { pointer } from '../body/pointer.js'
import { BadRequest } from '../errors.js'
import { isObject, type Json } from '../json.js'

/** Names with a dot, or with a dollar at their beginning, are operators and paths to the database; by the last one the driver knows its own objects. */
const REFUSED = /^\$|\.|^_bsontype$/

/**
 * Checks that all names in the value of a field are nothing but names to the database.
 * @param place where the item stands in the body, as a JSON pointer
 * @throws BadRequest where one is more than that
 */
export function checkNames(place: string, field: string, value: Json): void {
  if (typeof value !== 'object') return
  const fault = faultIn(value, pointer(place, field))
  if (fault === undefined) return
  const message = 'names must not begin with $, have a dot in them or be _bsontype'
  throw new BadRequest(`${fault}: ${message}`, { errors: [{ path: fault, message }] })
}

/** Where the first such name stands, as a JSON pointer. */
function faultIn(value: Json, at: string): string | undefined {
  if (Array.isArray(value)) return first(value.entries(), at)
  return isObject(value) ? first(Object.entries(value), at) : undefined
}

function first(entries: Iterable<readonly [string | number, Json]>, at: string): string | undefined {
  for (const [name, value] of entries) {
    const path = pointer(at, name)
    if (REFUSED.test(String(name))) return path
    const fault = faultIn(value, path)
    if (fault !== undefined) return fault
  }
  return undefined
}
