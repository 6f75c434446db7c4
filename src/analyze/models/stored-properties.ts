import { inferType } from '../../schema/infer.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Property } from '../../schema/property.js'
import { plainSettings, type Settings } from '../../schema/settings/settings.js'
import { oncePer } from '../../ir/once.js'

export interface StoredProperty extends Property {
  readonly settings: Settings
}

/** Returns the properties with settings. All properties of a plain schema have inferred settings. */
export const storedProperties = oncePer(({ plain, properties }: ModelSchema): readonly StoredProperty[] => {
  if (!plain) return properties.filter(isStored)
  return properties.map((property) => ({ ...property, settings: inferredSettings(property) }))
})

/**
 * Returns a schema that says `"_stored": true` with inferred settings for properties without settings. The properties in
 * `others`, which describe back-references, have none.
 */
export function withInferredSettings(schema: ModelSchema, others: ReadonlySet<string>): ModelSchema {
  if (schema.plain || schema.isInferred || schema.stored !== true) return schema
  const properties = schema.properties.map((property) =>
    property.settings !== null || property.faulty !== null || others.has(property.name)
      ? property
      : { ...property, settings: inferredSettings(property) },
  )
  return { ...schema, properties }
}

function isStored(property: Property): property is StoredProperty {
  return property.settings !== null
}

function inferredSettings({ json, nameAt }: Property): Settings {
  const type = inferType(json)
  const values = json['enum']
  const choices = type === 'choice' && Array.isArray(values) ? values.filter((value) => value !== null) : null
  return { ...plainSettings(type, nameAt), choices }
}
