import { looseMatch } from '../../naming/loose-match.js'
import type { ModelSchema, Property } from '../../schema/model-schema.js'

/** Tells whether a property of the schema is called so, and is a list or dict: then the segment is an attribute sub-resource (SPEC 1.2). */
export function isAttribute(schema: ModelSchema, text: string): boolean {
  const property = propertyNamed(schema, text)
  const type = property?.settings?.type ?? plainType(schema, property)
  return type === 'list' || type === 'dict'
}

/** The property that a segment names, as people write it. */
export function propertyNamed({ properties }: ModelSchema, text: string): Property | undefined {
  const match = looseMatch(
    text,
    properties.map(({ name }) => name),
  )
  return properties.find(({ name }) => name === match?.name)
}

function plainType(schema: ModelSchema, property: Property | undefined): 'list' | 'dict' | null {
  if (!schema.plain || property === undefined) return null
  if (property.json['type'] === 'array') return 'list'
  return property.json['type'] === 'object' ? 'dict' : null
}
