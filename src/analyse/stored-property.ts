import type { ModelSchema, Property } from '../schema/model-schema.js'
import type { Settings } from '../schema/settings.js'
import { inferType } from '../schema/infer.js'
import { plainSettings } from '../schema/settings.js'

/** A property that is stored, or that declares a link. */
export interface StoredProperty extends Property {
  readonly settings: Settings
}

/** The properties of a schema that have settings; those of a plain schema all do, inferred (SPEC 1.2). */
export function storedProperties(schema: ModelSchema): readonly StoredProperty[] {
  if (!schema.plain) return schema.properties.filter(isStored)
  return schema.properties.map((property) => ({ ...property, settings: inferredSettings(property) }))
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
