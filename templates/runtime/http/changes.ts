import type { Json } from '../json.js'
import { isGenerated, valueOfDefault, type ModelSpec, type Row } from '../model.js'

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
