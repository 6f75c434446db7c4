import type { Collector } from '../../diagnostics/collector.js'
import type { Model } from '../../ir/index.js'
import type { Declarations } from './declarations.js'
import { listed } from '../../naming/phrases.js'

/** Issues one warning for all schemas without `_db_settings` and `_stored`, located at the first of them. */
export function reportPlainSchemas(
  declarations: Declarations,
  models: readonly Model[],
  collector: Collector,
): void {
  const ids = new Set(models.filter((model) => model.plain).map(({ id }) => id))
  const plain = [...declarations.models.values()].filter(
    ({ model, schema }) => ids.has(model) && schema.stored === null,
  )
  const [first] = plain
  if (first === undefined) return
  const names = listed(
    plain.map(({ model }) => model),
    'or',
  )
  collector.report('SVC4002', {
    message: `No property of ${names} has "_db_settings"; all properties are stored, with types derived from their JSON types`,
    at: first.schema.at,
    help: 'Add "_db_settings" to control what is stored, and how',
  })
}
