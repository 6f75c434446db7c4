import { looseMatch } from '../../naming/loose-match.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Property } from '../../schema/property.js'

export function isAttribute(schema: ModelSchema, text: string): boolean {
  const property = propertyNamed(schema, text)
  const type = property?.settings?.type ?? plainType(schema, property)
  return type === 'list' || type === 'dict'
}

/** Returns the property named by a path segment. Ignores case, `-` and `_`. */
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
