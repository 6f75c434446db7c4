import type { Json } from '../json.js'
import type { ModelSpec, Row } from '../model.js'

/** Makes a document of a row by itself: relations stand as the keys that the row holds, those of side `one` as null until they are read. */
export type DocumentStart = (row: Row, url: string | null) => Record<string, Json>

/** What each document has, whatever is asked for. */
export const ALWAYS_SHOWN: ReadonlySet<string> = new Set(['_type', '_pk', '_self'])

const EVERYTHING: ReadonlySet<string> = new Set()
const known = new WeakMap<ModelSpec, WeakMap<ReadonlySet<string>, DocumentStart>>()

/**
 * The function that begins documents of a model for callers who see these fields (null: all). It is compiled once for each such set, since an
 * object literal with fixed names is several times as fast as setting them one by one; the names stand in it as JSON strings.
 */
export function documentStart(model: ModelSpec, seen: ReadonlySet<string> | null): DocumentStart {
  const ofModel = known.get(model) ?? new WeakMap<ReadonlySet<string>, DocumentStart>()
  known.set(model, ofModel)
  const audience = seen ?? EVERYTHING
  const start = ofModel.get(audience) ?? compiled(model, seen)
  ofModel.set(audience, start)
  return start
}

function compiled(model: ModelSpec, seen: ReadonlySet<string> | null): DocumentStart {
  const entries = shownNames(model)
    .filter((name) => seen?.has(name) ?? true)
    .map((name) => `${JSON.stringify(name)}: row[${JSON.stringify(name)}] ?? null`)
  const key = JSON.stringify(model.key)
  const head = [`_type: ${JSON.stringify(model.name)}`, `_pk: String(row[${key}])`, '_self: url']
  const make = new Function(`return (row, url) => ({ ${[...head, ...entries].join(', ')} })`)
  return make()
}

/** Names of what a document can show: stored fields but for passwords, then relations. */
function shownNames(model: ModelSpec): string[] {
  const fields = Object.entries(model.fields).filter(
    ([, field]) => field.column !== null && field.hash === undefined,
  )
  return [...fields.map(([name]) => name), ...Object.keys(model.relations)]
}
