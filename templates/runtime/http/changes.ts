import { isObject, type Json, type JsonObject } from '../json.js'
import { isGenerated, valueOfDefault, type ModelSpec, type Row } from '../model.js'

/** The dicts among the changes, each merged into the one that the item has (RFC 7396). */
export function mergedDicts(model: ModelSpec, changes: Row, item: Row): Record<string, Json> {
  const merged: Record<string, Json> = {}
  for (const [name, value] of Object.entries(changes)) {
    if (model.fields[name]?.type === 'dict' && isObject(value))
      merged[name] = mergePatch(item[name] ?? null, value)
  }
  return merged
}

/** RFC 7396, section 2. */
function mergePatch(target: Json, patch: JsonObject): JsonObject {
  const result: Record<string, Json> = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = isObject(value) ? mergePatch(result[name] ?? null, value) : value
  }
  return result
}

/** What the fields and relations of an item become where a PUT leaves them out; the key, what is generated and what is kept are not among them. */
export function cleared(model: ModelSpec, kept: ReadonlySet<string>): Row {
  const row: Record<string, Json> = {}
  for (const [name, field] of Object.entries(model.fields)) {
    if (field.column !== null && name !== model.key && !isGenerated(field.type) && !kept.has(name))
      row[name] = valueOfDefault(field.onUpdate) ?? valueOfDefault(field.default) ?? null
  }
  for (const [name, relation] of Object.entries(model.relations)) {
    if (!kept.has(name)) row[name] = relation.many ? [] : null
  }
  return row
}
