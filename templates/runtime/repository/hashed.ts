import type { Row } from '../model.js'
import type { Parts } from './parts.js'

/** The data with what is not to be stored as it is, a password, replaced by its hash. */
export async function hashed({ stored }: Parts, data: Row): Promise<Row> {
  let row = data
  for (const [name, { hash }] of stored) {
    const plain = data[name]
    if (hash !== undefined && typeof plain === 'string') row = { ...row, [name]: await hash(plain) }
  }
  return row
}
