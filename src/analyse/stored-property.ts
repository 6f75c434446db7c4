import type { ModelSchema, Property } from '../schema/model-schema.js'
import type { Settings } from '../schema/settings.js'
import { inferType } from '../schema/infer.js'
import { plainSettings } from '../schema/settings.js'

/** A property that is stored, or that declares a link. */
export interface StoredProperty extends Property {
  readonly settings: Settings
}

const known = new WeakMap<ModelSchema, readonly StoredProperty[]>()

/** The properties of a schema that have settings; those of a plain schema all do, inferred (SPEC 1.2). Found once, since all of the analysis asks. */
export function storedProperties(schema: ModelSchema): readonly StoredProperty[] {
  const stored = known.get(schema) ?? findStored(schema)
  known.set(schema, stored)
  return stored
}

function findStored({ plain, properties }: ModelSchema): readonly StoredProperty[] {
  if (!plain) return properties.filter(isStored)
  return properties.map((property) => ({ ...property, settings: inferredSettings(property) }))
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
