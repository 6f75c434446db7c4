import type { Json } from '../json.js'
import type { ModelSpec, Row } from '../model.js'

/** Makes a document of a row by itself: what the row holds, relations of side `one` to be added when they are read. */
export type DocumentStart = (row: Row, url: string | null) => Record<string, Json>

/** What each document has, whatever is asked for. */
export const ALWAYS_SHOWN: ReadonlySet<string> = new Set(['_type', '_pk', '_self'])

const EVERYTHING: ReadonlySet<string> = new Set()
const known = new WeakMap<ModelSpec, WeakMap<ReadonlySet<string>, DocumentStart>>()

/** The function that begins documents of a model for callers who see these fields (null: all); made once for each such set. */
export function documentStart(model: ModelSpec, seen: ReadonlySet<string> | null): DocumentStart {
  const audience = seen ?? EVERYTHING
  const ofModel = known.get(model)
  const start = ofModel?.get(audience)
  if (start !== undefined) return start
  const made = makeStart(model, seen)
  known.set(model, (ofModel ?? new WeakMap<ReadonlySet<string>, DocumentStart>()).set(audience, made))
  return made
}

function makeStart(model: ModelSpec, seen: ReadonlySet<string> | null): DocumentStart {
  const { name: _type, key } = model
  const names = storedNames(model)
  const shown = names.filter((name) => (seen?.has(name) ?? true) && model.fields[name]?.hash === undefined)
  // One spread, and last: a second one makes objects that are many times as slow to make and to print.
  if (shown.length === names.length) return (row, _self) => ({ _type, _pk: String(row[key]), _self, ...row })
  return (row, _self) => {
    const document: Record<string, Json> = { _type, _pk: String(row[key]), _self }
    for (const name of shown) document[name] = row[name] ?? null
    return document
  }
}

/** Names of what a row holds: stored fields, and keys of other items. */
function storedNames({ fields, relations }: ModelSpec): string[] {
  return [
    ...Object.keys(fields).filter((name) => fields[name]?.column !== null),
    ...Object.keys(relations).filter((name) => relations[name]?.side === 'holder'),
  ]
}
