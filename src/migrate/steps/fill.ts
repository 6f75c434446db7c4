import type { BuiltInDefault, Json } from '../../ir/index.js'
import type { Column } from '../shape/shape.js'
import { conversion } from './conversion.js'

/** The value that existing rows get in a column: a JSON value, or one that the database generates. */
export type Fill =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'builtin'; readonly name: BuiltInDefault }

/** Returns the value for existing rows of a required column: its `_backfill` or its default. Null if it has neither. */
export function fillOf({ type, itemType, fill }: Column): Fill | null {
  if (fill?.kind === 'literal')
    return fill.value === null ? null : { kind: 'literal', value: storedForm(fill.value, type, itemType) }
  return fill?.kind === 'builtin' ? { kind: 'builtin', name: fill.name } : null
}

/** Returns a literal in the form in which the service stores it, so that sorting and comparisons work. */
function storedForm(value: Json, type: Column['type'], itemType: Column['itemType']): Json {
  switch (type) {
    case 'datetime':
      return new Date(String(value)).toISOString()
    case 'time': {
      const [hour = '', ...rest] = String(value).split(':')
      return [hour.padStart(2, '0'), ...rest, '00'].slice(0, 3).join(':')
    }
    case 'decimal':
      return canonicalDecimal(String(value))
    case 'list':
      return Array.isArray(value) && itemType !== null
        ? value.map((item) => storedForm(item, itemType, null))
        : value
    case 'string':
    case 'text':
    case 'choice':
    case 'integer':
    case 'small_integer':
    case 'big_integer':
    case 'interval':
    case 'float':
    case 'boolean':
    case 'date':
    case 'binary':
    case 'dict':
    case 'pickle':
    case 'id_field':
      return value
  }
}

/** Returns a decimal in canonical form: `-1.5` for `-01.50`, and without an exponent. */
function canonicalDecimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const point = whole.length + Number(exponent)
  const digits = (whole + fraction)
    .padEnd(point, '0')
    .padStart(whole.length + fraction.length - Math.min(point, 0), '0')
  const at = Math.max(point, 0)
  const before = digits.slice(0, at).replace(/^0+/, '') || '0'
  const after = digits.slice(at).replace(/0+$/, '')
  const number = after === '' ? before : `${before}.${after}`
  return number === '0' ? '0' : sign + number
}

/** What a column requires of existing rows: that all have a value, or that at most one lacks a value. */
export type Need = 'no value' | 'one value'

/**
 * Returns whether existing rows that have no value, or whose value may be lost, must get one. The database assigns the
 * values of generated columns.
 */
export function isFilled(before: Column | null, after: Column): boolean {
  if (!after.required || (after.type === 'id_field' && after.references === null)) return false
  return before === null || !before.required || conversion(before, after).lost !== null
}

/**
 * Returns what a changed column requires of existing rows, or null if nothing, or if rows without a value can be
 * filled.
 */
export function needOf(before: Column | null, after: Column): Need | null {
  if (!isFilled(before, after)) return null
  const fill = fillOf(after)
  if (fill === null) return 'no value'
  const isDistinct = fill.kind === 'builtin' && fill.name === 'uuid'
  return (after.unique || after.isKey) && !isDistinct ? 'one value' : null
}

const BUILT_IN: Readonly<Record<BuiltInDefault, string>> = {
  now: 'the time of the migration',
  today: 'the date of the migration',
  timestamp: 'the time of the migration, in seconds',
  uuid: 'a UUID each',
}

/** Describes the value that existing rows without a value get, or null if they do not need one. */
export function describeFill(before: Column | null, after: Column): string | null {
  if (!isFilled(before, after)) return null
  const fill = fillOf(after)
  if (fill === null) return 'no value; "migrate" fails if any row has none'
  const value = fill.kind === 'literal' ? JSON.stringify(fill.value) : BUILT_IN[fill.name]
  const limit =
    needOf(before, after) === 'one value' ? '; "migrate" fails if this applies to more than one row' : ''
  return `${value}${before === null ? '' : ' if they have no value'}${limit}`
}
