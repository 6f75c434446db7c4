import { Db } from 'mongodb'
import type { FieldSpec } from '../model.js'

const COUNTERS = '_svc_counters'

/**
 * Reserves integer keys, which MongoDB does not generate itself. Each counter is at least the highest key that was inserted,
 * and a new one begins after the highest key in its collection. Keys of rows that are not stored in the end are not used again.
 */
export const countKeys: NonNullable<FieldSpec['counter']> = async (database, table, wanted, highest) => {
  if (!(database instanceof Db)) throw new TypeError('Keys are counted only in MongoDB')
  const counters = database.collection<{ _id: string; value: number }>(COUNTERS)
  if (highest > 0) await counters.updateOne({ _id: table }, { $max: { value: highest } }, { upsert: true })
  if (wanted === 0) return highest + 1
  const counter = await counters.findOneAndUpdate(
    { _id: table },
    { $inc: { value: wanted } },
    { upsert: true, returnDocument: 'after' },
  )
  const first = (counter?.value ?? wanted) - wanted + 1
  const [last] =
    first === 1 ? await database.collection(table).find().sort({ _id: -1 }).limit(1).toArray() : []
  const stored = Number(last?._id ?? 0)
  return stored < first ? first : countKeys(database, table, wanted, stored)
}
