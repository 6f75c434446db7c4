import type BetterSqlite3 from 'better-sqlite3'
import { DecimalSum, decimalSortKey } from '../decimal.js'
import { Cache } from '../../cache.js'
import { wordsOf } from './words.js'

const MAX_PATTERNS = 100

/** Gives a connection the functions that the dialect's SQL calls. All answer null for null. */
export function registerFunctions(database: BetterSqlite3.Database): void {
  const patterns = new Cache(MAX_PATTERNS, (source) => new RegExp(source, 'u'))
  const options = { deterministic: true }
  database.function('svc_folded', options, (text: unknown) =>
    text === null ? null : String(text).toLowerCase(),
  )
  database.function('svc_words', options, (text: unknown) => (text === null ? null : wordsOf(String(text))))
  database.function('svc_matches', options, (pattern: unknown, text: unknown) =>
    text === null ? null : Number(patterns.get(String(pattern)).test(String(text))),
  )
  database.function('svc_decimal_key', options, (text: unknown) =>
    text === null ? null : decimalSortKey(String(text)),
  )
  database.aggregate('svc_exact_sum', {
    ...options,
    start: () => new DecimalSum(),
    step: (sum: DecimalSum, text: unknown) => {
      if (text !== null) sum.add(String(text))
    },
    result: (sum: DecimalSum) => sum.result(),
  })
}
