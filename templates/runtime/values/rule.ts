import type { Json } from '../json.js'
import type { FieldSpec } from '../model.js'

/** A value in the one form in which it is stored and answered, or what is wrong with it, to follow the field's name: `must be …`. */
export type Checked = { readonly ok: true; readonly value: Json } | Unfit

/** Why a value does not fit. Where that is the fault of items of a list, they are told apart. */
export interface Unfit {
  readonly ok: false
  readonly message: string
  readonly items?: readonly { readonly index: number; readonly message: string }[]
}

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
export function bad(message: string): Unfit {
  return { ok: false, message }
}

/** Reads each item of a list; those that do not fit are told together. */
export function eachItem(list: readonly Json[], check: (item: Json) => Checked): Checked {
  const values: Json[] = []
  const items: { index: number; message: string }[] = []
  for (const [index, item] of list.entries()) {
    const checked = check(item)
    if (checked.ok) values.push(checked.value)
    else items.push({ index, message: checked.message })
  }
  const [first] = items
  return first === undefined
    ? good(values)
    : { ok: false, message: `item ${first.index} ${first.message}`, items }
}
