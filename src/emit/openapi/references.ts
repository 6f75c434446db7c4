import type { JsonObject } from './json.js'

/** Kinds of components that operations and each other refer to, sorted. */
export const COMPONENT_KINDS = ['headers', 'parameters', 'responses', 'schemas'] as const
export type ComponentKind = (typeof COMPONENT_KINDS)[number]

/** `{ $ref: '#/components/schemas/Story' }`. */
export function reference(kind: ComponentKind, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

/** A component. */
export interface Target {
  readonly kind: ComponentKind
  /** `Story.Create` */
  readonly name: string
}

/** The component that a reference leads to, or into; null if it leads elsewhere. */
export function targetOf(reference: string): Target | null {
  const [root, components, kindName, name] = reference.split('/')
  const kind = COMPONENT_KINDS.find((each) => each === kindName)
  const isComponent = root === '#' && components === 'components' && kind !== undefined && name !== undefined
  return isComponent ? { kind, name } : null
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
