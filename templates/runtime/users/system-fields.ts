import type { Json } from '../json.js'
import { type ModelSpec, type Row, keySpec } from '../model.js'
import { StartError } from '../server/start.js'
import type { Settings } from '../settings/settings.js'
import { isGenerated } from '../spec/field-types.js'
import { parseValue } from '../values/values.js'

/**
 * Returns the values of the `system.<field>` settings, for the required fields of users.
 * @param known the values of all other fields
 * @throws StartError for an invalid value, or if a required field has no value
 */
export function systemFields(model: ModelSpec, known: Row, given: Settings['system']['fields']): Row {
  const row: Record<string, Json> = {}
  for (const [name, text] of Object.entries(given)) {
    const relation = model.relations[name]
    const spec = relation === undefined ? model.fields[name] : keySpec(relation)
    if (text === undefined || spec === undefined) continue
    const parsed = parseValue(spec, text)
    if (!parsed.ok) throw new StartError(`system.${name}: ${parsed.message}`)
    row[name] = parsed.value
  }
  rejectIncomplete(model, { ...row, ...known })
  return row
}

function rejectIncomplete(model: ModelSpec, data: Row): void {
  const fields = Object.entries(model.fields).filter(
    ([, { type, required, default: made }]) => required === true && made === undefined && !isGenerated(type),
  )
  const relations = Object.entries(model.relations).filter(
    ([, { side, required }]) => side === 'holder' && required === true,
  )
  const missing = [...fields, ...relations].map(([name]) => name).filter((name) => data[name] === undefined)
  if (missing.length === 0) return
  throw new StartError(
    missing
      .map(
        (name) =>
          `system.${name}: is required to create the user in system.user, because ${model.name} requires it`,
      )
      .join('\n'),
  )
}
