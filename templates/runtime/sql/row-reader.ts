import type { Row } from '../model.js'
import type { StoredRow } from './codec.js'
import type { Column } from './table.js'

/**
 * Makes the function that turns a stored row into an item. It is compiled from the columns, once for a model, since an object literal with fixed
 * names is several times as fast as setting them one by one; the names stand in it as JSON strings.
 */
export function rowReader(columns: readonly Pick<Column, 'field' | 'codec'>[]): (stored: StoredRow) => Row {
  const entries = columns.map(
    ({ field }, index) =>
      `${JSON.stringify(field)}: stored[${index}] === null ? null : decode${index}(stored[${index}])`,
  )
  const decoders = columns.map((_, index) => `decode${index}`)
  const make = new Function(...decoders, `return (stored) => ({ ${entries.join(', ')} })`)
  return make(...columns.map(({ codec }) => codec.decode))
}
