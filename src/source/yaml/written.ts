/** A value of a YAML file as it was written: aliases, merge keys and includes are still to be followed. */
export type Written = WrittenScalar | WrittenList | WrittenMap | WrittenAlias

/** Where a value stands: offsets into the text, `end` exclusive. */
interface Place {
  readonly start: number
  readonly end: number
}

/** What may stand before a value that is no alias. */
interface Properties {
  readonly anchor?: string | undefined
  /** None as well where one says what the value is anyway. */
  readonly tag?: 'include' | 'unknown' | undefined
}

export interface WrittenScalar extends Place, Properties {
  readonly kind: 'scalar'
  /** As the core schema of YAML 1.2 reads it. */
  readonly value: unknown
  /** The text without quotes, indentation and folds. */
  readonly source: string
  readonly plain: boolean
}

export interface WrittenList extends Place, Properties {
  readonly kind: 'list'
  readonly items: readonly Written[]
}

export interface WrittenMap extends Place, Properties {
  readonly kind: 'map'
  readonly pairs: readonly WrittenPair[]
  /** In braces. */
  readonly flow: boolean
}

export interface WrittenPair {
  readonly key: WrittenScalar
  readonly value: Written
}

export interface WrittenAlias extends Place {
  readonly kind: 'alias'
  /** Of an anchor. */
  readonly name: string
}

/** A key without a value, or an item of nothing. */
export function nothingAt(offset: number): WrittenScalar {
  return { kind: 'scalar', value: null, source: '', plain: true, start: offset, end: offset }
}
