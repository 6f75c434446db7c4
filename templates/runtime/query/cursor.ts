import { hash } from 'node:crypto'
import type { SortKey } from '../condition.js'
import type { Json } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { checkValue } from '../values/index.js'

/** Where the next page begins. */
export interface Cursor {
  /** The last row's values of the sort keys. */
  readonly after: readonly Json[]
  /** How many items were passed up to there. */
  readonly passed: number
}

/** The text for `_after` that leads on from a row: the values of the sort keys, and a digest of the order that they belong to. */
export function encodeCursor(
  model: ModelSpec,
  orderBy: readonly SortKey[],
  row: Row,
  passed: number,
): string {
  const values = orderBy.map(({ field }) => row[field] ?? null)
  return Buffer.from(JSON.stringify([orderDigest(model, orderBy), passed, values])).toString('base64url')
}

/** Reads a cursor; undefined for what is none, or belongs to another order or model. */
export function decodeCursor(
  model: ModelSpec,
  orderBy: readonly SortKey[],
  text: string,
): Cursor | undefined {
  const content = parsed(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(content)) return undefined
  const [digest, passed, after]: Json[] = content
  if (digest !== orderDigest(model, orderBy)) return undefined
  if (typeof passed !== 'number' || !Number.isSafeInteger(passed) || passed < 0) return undefined
  if (!Array.isArray(after) || after.length !== orderBy.length) return undefined
  const values = after.map((value: Json, index) => keyValue(model, orderBy[index], value))
  return values.includes(undefined)
    ? undefined
    : { after: values.filter((value) => value !== undefined), passed }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function keyValue(model: ModelSpec, key: SortKey | undefined, value: Json): Json | undefined {
  const field = key?.field ?? ''
  const relation = model.relations[field]
  const spec = relation === undefined ? model.fields[field] : { type: relation.keyType }
  if (spec === undefined || (value === null && field === model.key)) return undefined
  if (value === null) return null
  const checked = checkValue(spec, value)
  return checked.ok ? checked.value : undefined
}

function orderDigest({ name }: ModelSpec, orderBy: readonly SortKey[]): string {
  const order = orderBy.map(({ field, direction }) => [field, direction])
  return hash('sha256', JSON.stringify([name, order]), 'base64url').slice(0, 8)
}
