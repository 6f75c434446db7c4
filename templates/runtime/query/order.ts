import type { SortKey } from '../condition.js'
import type { FieldType } from '../model.js'
import { type QueryReading, resolve } from './reading.js'

const UNSORTABLE: ReadonlySet<FieldType> = new Set(['list', 'dict', 'pickle', 'binary'])

/** Reads `_sort=a,-b`; ties go by the primary key, in the direction of the last sort key (SPEC 7). */
export function readOrder(reading: QueryReading, values: readonly string[]): SortKey[] {
  if (values.length === 0) return withTies([], reading.model.key)
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim())
  if (names.length > reading.limits.sortKeys) {
    reading.faults.add('_sort', `has more than ${reading.limits.sortKeys} keys`)
    return []
  }
  const keys = new Map<string, SortKey>()
  for (const name of names) {
    const key = readKey(reading, name)
    if (key !== undefined && !keys.has(key.field)) keys.set(key.field, key)
  }
  return withTies([...keys.values()], reading.model.key)
}

function readKey(reading: QueryReading, name: string): SortKey | undefined {
  const direction = name.startsWith('-') ? 'desc' : 'asc'
  const target = resolve(reading, '_sort', name.replace(/^[-+]/, ''))
  if (target === undefined) return undefined
  if (target.via === null && target.kind !== 'holders' && !UNSORTABLE.has(target.spec.type))
    return { field: target.field, direction }
  reading.faults.add('_sort', `nothing can be sorted by "${target.name}"`)
  return undefined
}

/** The order made total. */
function withTies(keys: readonly SortKey[], key: string): SortKey[] {
  const at = keys.findIndex(({ field }) => field === key)
  return at < 0
    ? [...keys, { field: key, direction: keys.at(-1)?.direction ?? 'asc' }]
    : keys.slice(0, at + 1)
}
