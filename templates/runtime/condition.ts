import type { Json } from './json.js'

/** Comparisons of a field with a value. `exists` takes a boolean; `in`, `nin`, `all`, `any` a list; the rest one value in JSON form. */
export type Operator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'nin'
  | 'contains'
  | 'icontains'
  | 'startswith'
  | 'istartswith'
  | 'endswith'
  | 'exists'
  | 'all'
  | 'any'

/**
 * What a word of a text must be like (any case; a word is a run of letters, digits and `_`).
 * `word`: equal. `wildcard`: `*` any characters, `?` one. `fuzzy`: at most `edits` insertions, deletions, changes or swaps of
 * neighbours. `phrase`: the words one after the other.
 */
export type TextPattern =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'wildcard'; readonly text: string }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: 1 | 2 }
  | { readonly kind: 'phrase'; readonly words: readonly string[] }

/**
 * Which items are meant, in a form that belongs to no engine. Every name is known to the model and every value is checked and in the field's JSON
 * form before a condition is made, so an engine need not doubt it.
 *
 * A field without a value satisfies `ne`, `nin`, `not` and `exists: false`, and nothing else: logic is two-valued on every engine.
 * On a list field `eq` and `contains` mean that an item equals the value; `gt`, … that any item does; `ne` that none does.
 * On a holder's relation field (`owner`) the value is the other item's key.
 */
export type Condition =
  | { readonly kind: 'and'; readonly of: readonly Condition[] }
  | { readonly kind: 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'compare'; readonly field: string; readonly op: Operator; readonly value: Json }
  /** Some one item of the list field satisfies all comparisons. */
  | { readonly kind: 'item'; readonly field: string; readonly of: readonly ItemTest[] }
  | { readonly kind: 'text'; readonly field: string; readonly pattern: TextPattern }
  /** Some item at the other end of the relation satisfies the condition (over its own fields); `exists` alone where it is null. */
  | { readonly kind: 'related'; readonly relation: string; readonly of: Condition | null }

/** A comparison of one item of a list. */
export interface ItemTest {
  readonly op: 'gt' | 'gte' | 'lt' | 'lte'
  readonly value: Json
}

/** One key of an order. No value sorts first, last when descending; text by code point. */
export interface SortKey {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** Everything: an empty `and`. */
export const EVERYTHING: Condition = { kind: 'and', of: [] }

/** Both conditions at once. */
export function both(a: Condition, b: Condition): Condition {
  if (a === EVERYTHING) return b
  if (b === EVERYTHING) return a
  return { kind: 'and', of: [a, b] }
}

/** The field equals the value. */
export function equal(field: string, value: Json): Condition {
  return { kind: 'compare', field, op: 'eq', value }
}

/** Whether a condition is about words of texts. */
export function looksForWords(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.some(looksForWords)
    case 'not':
      return looksForWords(condition.of)
    case 'related':
      return condition.of !== null && looksForWords(condition.of)
    case 'text':
      return true
    case 'compare':
    case 'item':
      return false
  }
}
