import type { Json } from '../json.js'
import type { Key } from '../model.js'

/** Tells a primary key from other values. */
export function isKey(value: Json | undefined): value is Key {
  return typeof value === 'string' || typeof value === 'number'
}
