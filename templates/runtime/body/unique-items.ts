import type { FuncKeywordDefinition } from 'ajv'
import { type Json, isObject } from '../json.js'

/** Replaces Ajv's keyword, which compares all pairs of items in quadratic time. */
export const linearUniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: 'must not have duplicate items' },
  validate: (isUnique: boolean, items: readonly Json[]) =>
    !isUnique || new Set(items.map(sortedText)).size === items.length,
}

/** Returns the JSON of a value with sorted keys, so that equal values give equal strings. */
export function sortedText(value: Json): string {
  return JSON.stringify(value, (_name, each: Json) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(byName)) : each,
  )
}

function byName([a]: readonly [string, Json], [b]: readonly [string, Json]): number {
  return a < b ? -1 : 1
}
