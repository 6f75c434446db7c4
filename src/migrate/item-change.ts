import type { Column } from './shape.js'

/** What the items of a column's lists are, as columns of their own. */
export interface ItemChange {
  readonly from: Column
  readonly to: Column
}

/** How the items of lists change where a column changes that holds lists, or any JSON, before and after; null where they stay as they are. */
export function itemChange(before: Column, after: Column): ItemChange | null {
  const [from, to] = [itemOf(before), itemOf(after)]
  return from === null || to === null || from.type === to.type ? null : { from, to }
}

function itemOf(column: Column): Column | null {
  const type = column.type === 'pickle' ? 'pickle' : column.itemType
  return type === null ? null : { ...column, type, itemType: null }
}

/** What is any JSON goes by its form: the types that a text, a number, a boolean and an object are taken for. */
export const TYPES_OF_JSON = {
  string: 'string',
  number: 'decimal',
  boolean: 'boolean',
  object: 'dict',
} as const satisfies Readonly<Record<string, Column['type']>>
