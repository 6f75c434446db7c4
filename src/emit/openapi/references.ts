import type { JsonObject } from './json.js'

/** Kinds of components that operations and each other refer to, sorted. */
export const COMPONENT_KINDS = ['headers', 'parameters', 'responses', 'schemas'] as const
export type ComponentKind = (typeof COMPONENT_KINDS)[number]

/** `{ $ref: '#/components/schemas/Story' }`. */
export function reference(kind: ComponentKind, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

/** A component, or all parameters of a model, which are used together. */
export interface Target {
  readonly kind: ComponentKind
  /** `Story.Create`; of a model's parameters `Story.` */
  readonly name: string
}

const ROOT = '#/components/'
const PARAMETERS = `${ROOT}parameters/`

/** What a reference leads to, by a text for {@link targetOf}: `schemas/Story.Create`, `parameters/Story.` */
export function targetText(reference: string): string {
  if (reference.startsWith(PARAMETERS)) {
    const end = reference.indexOf('.', PARAMETERS.length) + 1
    return reference.slice(ROOT.length, end === 0 ? undefined : end)
  }
  const end = reference.indexOf('/', reference.indexOf('/', ROOT.length) + 1)
  return reference.slice(ROOT.length, end < 0 ? undefined : end)
}

/** Null where a reference does not lead to a component of these kinds. */
export function targetOf(text: string): Target | null {
  const [kindName = '', name = ''] = text.split('/')
  const kind = COMPONENT_KINDS.find((each) => each === kindName)
  return kind === undefined ? null : { kind, name }
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
