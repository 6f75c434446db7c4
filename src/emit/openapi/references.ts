import type { JsonObject } from '../json.js'

export const COMPONENT_KINDS = ['headers', 'parameters', 'responses', 'schemas'] as const
export type ComponentKind = (typeof COMPONENT_KINDS)[number]

/** Returns a reference: `{ $ref: '#/components/schemas/Story' }`. */
export function reference(kind: ComponentKind, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

/** Returns the component that a reference points to or into, or null if it does not point to a component. */
export function targetOf(reference: string) {
  const [root, components, kindName, name] = reference.split('/')
  const kind = COMPONENT_KINDS.find((each) => each === kindName)
  const isComponent = root === '#' && components === 'components' && kind !== undefined && name !== undefined
  return isComponent ? { kind, name } : null
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
