import type { Json } from '../json.js'
import type { FieldSpec } from '../model.js'

/** A value in the one form in which it is stored and answered, or what is wrong with it, to follow the field's name: `must be …`. */
export type Checked =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string }

/** What decides which values fit: a field, or just the type of a relation's key. */
export type ValueSpec = Pick<
  FieldSpec,
  'type' | 'maxLength' | 'choices' | 'itemType' | 'precision' | 'scale' | 'asString'
>

/** The rule of a type of fields. Neither function is given null. */
export interface ValueRule {
  /** Checks a value of a JSON body. */
  check(spec: ValueSpec, value: Json): Checked
  /** Checks a value that stands in a query string or a path. */
  parse(spec: ValueSpec, text: string): Checked
}

/** The value fits. */
export function good(value: Json): Checked {
  return { ok: true, value }
}

/** The value does not fit; the message says what would. */
export function bad(message: string): Checked {
  return { ok: false, message }
}
