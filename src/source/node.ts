import type { Span } from './span.js'

/** A YAML or JSON value and its span. Aliases, merge keys and includes are resolved. */
export type Node = ScalarNode | ListNode | MapNode

export interface ScalarNode {
  readonly kind: 'scalar'
  /** Numbers that a double cannot represent, dates and binary values are strings, as written. */
  readonly value: string | number | boolean | null
  /** The text as written, without quotes: `1.0`, `0755`. For an include, the included text. */
  readonly source: string
  /** True for plain (unquoted) YAML scalars, whose type is inferred from their text. */
  readonly plain: boolean
  /** Set if the value is unknown after an error that has been reported. It could be of any type. */
  readonly faulty?: true
  readonly at: Span
}

export interface ListNode {
  readonly kind: 'list'
  readonly items: readonly Node[]
  readonly at: Span
}

/** An entry in a map. Keys are unique within a map. */
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

/** Returns a number, or its source if a double cannot represent it. */
export function exactNumber(value: number, source: string): number | string {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : source
}

/** Returns the text of a scalar as written: `1.0` rather than 1. */
export function textOf({ value, source }: ScalarNode): string {
  return typeof value === 'string' ? value : source
}

/** Returns the node for a value that is unknown after an error that has been reported. */
export function faultyNode(at: Span): ScalarNode {
  return { kind: 'scalar', value: null, source: '', plain: true, faulty: true, at }
}

export function emptyMap(at: Span): MapNode {
  return { kind: 'map', entries: [], at }
}
