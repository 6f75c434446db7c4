import type { Api, Resource, SchemaSource } from '../../api/api.js'
import { Collector } from '../../diagnostics/collector.js'
import type { ModelSchema } from '../../schema/index.js'
import { ownAccessKeys } from '../../schema/access-keys.js'
import type { Span } from '../../source/span.js'

/** Warns about keys of access in schemas that are not stored, and in places of stored ones where they have no effect. */
export function reportIdleAccessKeys(
  { schemas, resources }: Api,
  models: Iterable<ModelSchema>,
  collector: Collector,
): void {
  const stored = [...models]
  const partial = stored.flatMap(({ partialKeys }) => partialKeys)
  for (const { key, keyAt } of partial)
    collector.report('SVC3016', {
      message: `"${key}" has no effect in an alternative, a condition or the attributes of a stored schema`,
      at: keyAt,
      help: `Move "${key}" to the top of the stored schema`,
    })
  const known = new Set(
    [...stored.flatMap(({ accessKeys }) => accessKeys), ...partial].map(({ keyAt }) => placeOf(keyAt)),
  )
  const places = new Set(stored.map(({ at }) => placeOf(at)))
  const report = (source: SchemaSource, reason: string, help: string): void => {
    // The reader of a stored schema reports keys in the wrong places.
    const isRead = !source.isJson || source.isFaulty || places.has(placeOf(source.at))
    const schema = isRead ? null : source.parse(new Collector())
    for (const { key, keyAt } of schema === null ? [] : ownAccessKeys(schema)) {
      if (known.has(placeOf(keyAt))) continue
      known.add(placeOf(keyAt))
      collector.report('SVC3016', { message: `"${key}" has no effect${reason}`, at: keyAt, help })
    }
  }
  for (const { name, source } of schemas.values())
    report(
      source,
      `, because "${name}" is not stored`,
      'Store the schema by "_stored": true or "_db_settings", or remove the key',
    )
  for (const source of resources.flatMap(inlineSchemas))
    report(source, ' in the schema of a request or response', 'Write it in the stored schema, or remove it')
}

/** Returns the schemas without a name in requests and responses of a resource and those below it. */
function inlineSchemas({ methods, resources }: Resource): readonly SchemaSource[] {
  const bodies = methods.flatMap((method) => [
    ...method.bodies,
    ...method.responses.flatMap((response) => response.bodies),
  ])
  return [
    ...bodies.flatMap(({ schema }) => (schema === null || schema.name !== null ? [] : [schema.source])),
    ...resources.flatMap(inlineSchemas),
  ]
}

function placeOf({ file, start }: Span): string {
  return `${file.path}:${start}`
}
