import type { FieldSpec } from '../model.js'
import { sequenceOf } from './postgres/sequences.js'

/** Makes generated keys continue after those that new rows have already. SQLite does so itself. */
export const givenKey: NonNullable<FieldSpec['given']> = (dialect, table, column, value) => {
  if (dialect === 'sqlite') return value
  const sequence = sequenceOf(table, column)
  const given = `${value}::bigint`
  const isNext = `${given} > coalesce(pg_sequence_last_value(${sequence}), 0)`
  return `CASE WHEN ${isNext} THEN setval(${sequence}, ${given}) ELSE ${given} END`
}
