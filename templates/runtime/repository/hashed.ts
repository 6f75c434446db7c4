import type { Row } from '../model.js'
import type { Parts } from './parts.js'

/** The rows with what is not to be stored as it is, passwords, replaced by their hashes; at once where there are none. */
export function hashed({ hashed: fields }: Parts, rows: readonly Row[]): readonly Row[] | Promise<Row[]> {
  return fields.length === 0 ? rows : Promise.all(rows.map((row) => withHashes(fields, row)))
}

async function withHashes(fields: Parts['hashed'], data: Row): Promise<Row> {
  let row = data
  for (const [name, hash] of fields) {
    const plain = data[name]
    if (typeof plain === 'string') row = { ...row, [name]: await hash(plain) }
  }
  return row
}
