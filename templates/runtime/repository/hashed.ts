import type { Row } from '../model.js'
import type { Parts } from './parts.js'

/** Whether anything of the model's items is not to be stored as it is. */
export function hashes({ hashed: fields }: Parts): boolean {
  return fields.length > 0
}

/** The row with what is not to be stored as it is, passwords, replaced by hashes. */
export async function withHashes({ hashed: fields }: Parts, data: Row): Promise<Row> {
  let row = data
  for (const [name, hash] of fields) {
    const plain = data[name]
    if (typeof plain === 'string') row = { ...row, [name]: await hash(plain) }
  }
  return row
}
