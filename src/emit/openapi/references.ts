import type { JsonObject } from './json.js'

/** Kinds of components that operations and each other refer to, sorted. */
export const COMPONENT_KINDS = ['headers', 'parameters', 'responses', 'schemas'] as const
export type ComponentKind = (typeof COMPONENT_KINDS)[number]

/** `{ $ref: '#/components/schemas/Story' }`. */
export function reference(kind: ComponentKind, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

const REFERENCE = /^#\/components\/([^/]+)\/([^/]+)/

/** What a reference names; null where that is no component of these kinds. */
export function referred(text: string): { readonly kind: ComponentKind; readonly name: string } | null {
  const [, kindName, name] = REFERENCE.exec(text) ?? []
  const kind = COMPONENT_KINDS.find((each) => each === kindName)
  return kind === undefined || name === undefined ? null : { kind, name }
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
