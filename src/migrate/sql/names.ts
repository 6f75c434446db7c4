import { createHash } from 'node:crypto'

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
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  const tail = `_${hash}_${suffix}`
  const room = MAX_BYTES - tail.length
  let cut = name
  while (Buffer.byteLength(cut) > room) cut = [...cut].slice(0, -1).join('')
  return cut + tail
}

/** Returns the name of a multi-column index. The hash distinguishes columns `a_b` and `c` from `a` and `b_c`. */
export function groupName(table: string, columns: readonly string[], unique: boolean): string {
  const hash = createHash('sha256').update(JSON.stringify(columns)).digest('hex').slice(0, 8)
  return constraintName(table, `${columns.join('_')}_${hash}`, unique ? 'key' : 'idx')
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
