import type { ModelSpec, Row } from '../model.js'

/** The data with what is not to be stored as it is, a password, replaced by its hash. */
export async function hashed(model: ModelSpec, data: Row): Promise<Row> {
  let row = data
  for (const [name, { hash }] of Object.entries(model.fields)) {
    const plain = data[name]
    if (hash !== undefined && typeof plain === 'string') row = { ...row, [name]: await hash(plain) }
  }
  return row
}
