import { STROKES } from '../../values/folded.js'

/** A collation that handles letters in all scripts, regardless of the database's locale. */
export const UNICODE = 'COLLATE "und-x-icu"'

/**
 * Returns the SQL that converts text to lowercase without accents. Text in ASCII has none. Of a run of characters that
 * are not in words, only nine are kept, because sorting marks for a normal form takes quadratic time.
 */
export function foldedSql(sql: string): string {
  const text = `regexp_replace(${sql} ${UNICODE}, '(\\W{9})\\W+', '\\1', 'g')`
  const plain = `normalize(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036F]', '', 'g'), NFC)`
  return `lower(CASE WHEN octet_length(${sql}) = length(${sql}) THEN ${sql} ${UNICODE} ELSE translate(${plain}, '${STROKES.with}', '${STROKES.without}') END ${UNICODE})`
}
