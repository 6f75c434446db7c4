import { ALL_LOST, type Conversion, valueConversion } from './conversion.js'
import { type ItemChange, itemChange } from './item-change.js'
import type { Column } from './shape.js'

/**
 * How the values of a column come to another type, with the items of its lists: one that cannot be converted leaves its list. PostgreSQL's items
 * are not in it, but in a statement of their own.
 */
export function conversion(from: Column, to: Column): Conversion {
  const whole = valueConversion(from, to)
  const items = itemChange(from, to)
  if (items === null) return whole
  const lost = [whole.lost, lostItems(items)].filter((each) => each !== null)
  return {
    lost: lost.length === 0 ? null : lost.join('; '),
    sqlite: (value, column) =>
      `svc_items(${whole.sqlite(value, column)}, '${items.from.type}', '${items.to.type}')`,
    postgres: whole.postgres,
  }
}

function lostItems({ from, to }: ItemChange): string | null {
  if (to.type === 'pickle') return null
  if (from.type === 'pickle') return `items that cannot be of type ${to.type} are lost`
  const { lost } = valueConversion(from, to)
  if (lost === ALL_LOST.lost) return 'the items of its lists cannot be converted and are lost'
  return lost && `of the items of its lists, ${lost}`
}
