import { commentLine, propertyKey } from './literal.js'

/** A property of an object type. */
export interface Property {
  readonly name: string
  readonly type: string
  readonly description: string | null
  readonly isOptional: boolean
}

/** Returns the type of objects with these properties. */
export function propertiesType(properties: readonly Property[]): string {
  if (properties.length === 0) return '{}'
  const lines = properties.flatMap(({ name, type, description, isOptional }) => [
    ...(description === null ? [] : [`/** ${commentLine(description)} */`]),
    `${propertyKey(name)}${isOptional ? '?' : ''}: ${type}`,
  ])
  return `{\n${lines.join('\n')}\n}`
}

/** Returns the union of types. `none` is the type if there are none. */
export function union(types: readonly string[], none = 'never'): string {
  return types.length === 0 ? none : [...new Set(types)].join(' | ')
}
