import type { Span } from './span.js'

/** A value of YAML or JSON with the place where it was written. Aliases and merge keys are resolved, includes are followed. */
export type Node = ScalarNode | ListNode | MapNode

export interface ScalarNode {
  readonly kind: 'scalar'
  /** Numbers that a double does not hold, dates and binaries are strings, as they were written. */
  readonly value: string | number | boolean | null
  /** The text as it was written, without quotes: `1.0`, `0755`. For an included text, that text. */
  readonly source: string
  /** True for plain (unquoted) YAML scalars, whose type was guessed from their text. */
  readonly plain: boolean
  /** Set where an include or an alias failed, which has been reported: the value could have been of any kind. */
  readonly faulty?: true
  readonly at: Span
}

export interface ListNode {
  readonly kind: 'list'
  readonly items: readonly Node[]
  readonly at: Span
}

/** One key of a map. Keys are unique in their map. */
export interface Entry {
  readonly key: string
  readonly keyAt: Span
  readonly value: Node
}

export interface MapNode {
  readonly kind: 'map'
  readonly entries: readonly Entry[]
  readonly at: Span
}
