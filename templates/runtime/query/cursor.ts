import type { SortKey } from '../condition.js'
import type { Json } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { checkValue } from '../values/index.js'

/** The text for `_after` that leads on from a row: the order, and the values of its keys. */
export function encodeCursor(model: ModelSpec, orderBy: readonly SortKey[], row: Row): string {
  const values = orderBy.map(({ field }) => row[field] ?? null)
  return Buffer.from(JSON.stringify([orderText(model, orderBy), values])).toString('base64url')
}

/** The values of the sort keys after which the next page begins; undefined for what is no cursor, or belongs to another order or model. */
export function decodeCursor(
  model: ModelSpec,
  orderBy: readonly SortKey[],
  text: string,
): Json[] | undefined {
  const content = parsed(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(content)) return undefined
  const [order, after]: Json[] = content
  if (order !== orderText(model, orderBy)) return undefined
  if (!Array.isArray(after) || after.length !== orderBy.length) return undefined
  const values = after.map((value: Json, index) => keyValue(model, orderBy[index], value))
  return values.includes(undefined) ? undefined : values.filter((value) => value !== undefined)
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

/** `Story,-created_at,-id` */
function orderText({ name }: ModelSpec, orderBy: readonly SortKey[]): string {
  let text = name
  for (const { field, direction } of orderBy) text += direction === 'asc' ? `,${field}` : `,-${field}`
  return text
}
