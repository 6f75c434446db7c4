import type { Service } from '../../ir/index.js'
import type { JsonObject } from '../../ir/json.js'

export type ComponentKind = 'headers' | 'parameters' | 'responses' | 'schemas'

/** Returns a reference: `{ $ref: '#/components/schemas/Story' }`. */
export function reference(kind: ComponentKind, name: string): JsonObject {
  return { $ref: pointerTo(kind, name) }
}

/** Returns a reference to a schema of svcgen's. */
export function schemaReference(service: Pick<Service, 'schemas'>, name: string): JsonObject {
  return reference('schemas', schemaName(service, name))
}

/** Returns the name of a schema of svcgen's, which differs from those of the schemas that the API declares. */
export function schemaName({ schemas = {} }: Pick<Service, 'schemas'>, name: string): string {
  return Object.hasOwn(schemas, name) ? schemaName({ schemas }, `Svc.${name}`) : name
}

export function pointerTo(kind: string, name: string): string {
  return `#/components/${kind}/${name}`
}

/**
 * Converts text from the input to part of a component name, which must match `^[a-zA-Z0-9._-]+$` in OpenAPI 3.1.
 * Different strings produce different results.
 */
export function componentKey(text: string): string {
  return text.replaceAll(
    /[^A-Za-z0-9_]/gu,
    (character) => `-${(character.codePointAt(0) ?? 0).toString(16)}-`,
  )
}
