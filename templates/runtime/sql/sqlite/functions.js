import { DecimalSum, decimalSortKey } from '../decimal.js'
import { Cache } from './cache.js'
import { wordsOf } from './words.js'
const MAX_PATTERNS = 100
/** Gives a connection the functions that the dialect's SQL calls. All answer null for null. */
export function registerFunctions(database) {
  const patterns = new Cache(MAX_PATTERNS, (source) => new RegExp(source, 'u'))
  const options = { deterministic: true }
  database.function('svc_folded', options, (text) => (text === null ? null : String(text).toLowerCase()))
  database.function('svc_words', options, (text) => (text === null ? null : wordsOf(String(text))))
  database.function('svc_matches', options, (pattern, text) =>
    text === null ? null : Number(patterns.get(String(pattern)).test(String(text))),
  )
  database.function('svc_decimal_key', options, (text) =>
    text === null ? null : decimalSortKey(String(text)),
  )
  database.aggregate('svc_exact_sum', {
    ...options,
    start: () => new DecimalSum(),
    step: (sum, text) => {
      if (text !== null) sum.add(String(text))
    },
    result: (sum) => sum.result(),
  })
}
