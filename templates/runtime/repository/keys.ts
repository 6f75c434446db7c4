import type { Json } from '../json.js'
import type { Key, ModelSpec, Row } from '../model.js'

/** Tells a primary key from other values. */
export function isKey(value: Json | undefined): value is Key {
  return typeof value === 'string' || typeof value === 'number'
}

/** The primary key of an item. */
export function keyOf({ name, key }: ModelSpec, row: Row): Key {
  const value = row[key]
  if (isKey(value)) return value
  throw new TypeError(`an item of ${name} has no key`)
}
