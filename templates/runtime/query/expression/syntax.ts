/** A bound of a range; null: open. */
export interface Bound {
  readonly text: string
  readonly inclusive: boolean
}

/** An expression (SPEC 7), read but not yet typed. */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  /** `name:…` */
  | { readonly kind: 'named'; readonly name: string; readonly of: Expression }
  | { readonly kind: 'range'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'term'; readonly text: string }
  /** `*` and `?` are wild; those that were escaped have become blanks, as no word holds them. */
  | { readonly kind: 'wildcard'; readonly text: string }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: 1 | 2 }
  /** `*`: any value. */
  | { readonly kind: 'anything' }

/** An expression that cannot be read. */
export class Malformed extends Error {
  override readonly name = 'Malformed'
}

/** How an expression may be written. */
export interface Grammar {
  /** Whether `name:` stands for a field; else a colon is a character as any other. */
  readonly named: boolean
  /** Terms at most. */
  readonly terms: number
}
