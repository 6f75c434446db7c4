import { isObject, type Json } from './json-schema.js'

/**
 * A JSON value whose objects keep the order of their keys, including keys that look like numbers, and whose integers keep
 * all digits.
 */
export type OrderedJson =
  string | number | bigint | boolean | null | readonly OrderedJson[] | ReadonlyMap<string, OrderedJson>
export type OrderedObject = ReadonlyMap<string, OrderedJson>

export function isOrderedObject(value: OrderedJson | undefined): value is OrderedObject {
  return value instanceof Map
}

export function isOrderedList(value: OrderedJson | undefined): value is readonly OrderedJson[] {
  return Array.isArray(value)
}

/** Converts a plain value. The keys keep the order in which JavaScript lists them. */
export function orderedJson(value: Json): OrderedJson {
  if (Array.isArray(value)) return value.map((each: Json) => orderedJson(each))
  return isObject(value) ? orderedObject(value) : typeof value === 'object' ? null : value
}

export function orderedObject(value: { readonly [key: string]: Json }): OrderedObject {
  return new Map(Object.entries(value).map(([key, each]) => [key, orderedJson(each)]))
}

/** Returns the value as JSON text. */
export function printOrdered(value: OrderedJson): string {
  if (isOrderedList(value)) return `[${value.map(printOrdered).join(',')}]`
  if (isOrderedObject(value))
    return `{${[...value].map(([key, each]) => `${JSON.stringify(key)}:${printOrdered(each)}`).join(',')}}`
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}
