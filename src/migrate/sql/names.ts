import { hash } from 'node:crypto'

/** PostgreSQL truncates longer names. */
const MAX_BYTES = 63

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Returns a constraint name such as `story_title_key`. A long name is truncated and gets a hash. */
export function constraintName(
  table: string,
  column: string | null,
  suffix: 'key' | 'idx' | 'fkey' | 'pkey' | 'words',
): string {
  const name = [table, column, suffix].filter((part) => part !== null).join('_')
  if (Buffer.byteLength(name) <= MAX_BYTES) return name
  const tail = `_${shortHash(name)}_${suffix}`
  const room = MAX_BYTES - tail.length
  let cut = name
  while (Buffer.byteLength(cut) > room) cut = [...cut].slice(0, -1).join('')
  return cut + tail
}

/** Returns the name of a multi-column index. The hash distinguishes columns `a_b` and `c` from `a` and `b_c`. */
export function groupName(table: string, columns: readonly string[], unique: boolean): string {
  const distinct = `${columns.join('_')}_${shortHash(JSON.stringify(columns))}`
  return constraintName(table, distinct, unique ? 'key' : 'idx')
}

function shortHash(text: string): string {
  return hash('sha256', text).slice(0, 8)
}

/** Returns a string as an SQL literal on one line. `charFunction` converts a code point to a string. */
export function textLiteral(text: string, charFunction: string): string {
  const parts = text
    .split(/([\n\r\u2028\u2029])/)
    .map((part, index) =>
      index % 2 === 1 ? `${charFunction}(${part.codePointAt(0)})` : `'${part.replaceAll("'", "''")}'`,
    )
  const filled = parts.filter((part) => part !== "''")
  return filled.length === 0 ? "''" : filled.join(' || ')
}
