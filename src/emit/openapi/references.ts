import type { JsonObject } from './json.js'

/** Kinds of components that operations and each other refer to. */
export type ComponentKind = 'schemas' | 'responses' | 'parameters' | 'headers'

/** `{ $ref: '#/components/schemas/Story' }`. */
export function reference(kind: ComponentKind, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

/**
 * Text of the input as part of a component's name, of which OpenAPI 3.1 asks that it matches `^[a-zA-Z0-9._-]+$`. Names that differ stay different.
 */
export function componentKey(text: string): string {
  return text.replaceAll(
    /[^A-Za-z0-9_]/gu,
    (character) => `-${(character.codePointAt(0) ?? 0).toString(16)}-`,
  )
}
