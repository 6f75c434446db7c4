/** Everything: an empty `and`. */
export const EVERYTHING = { kind: 'and', of: [] }
/** Both conditions at once. */
export function both(a, b) {
  if (a === EVERYTHING) return b
  if (b === EVERYTHING) return a
  return { kind: 'and', of: [a, b] }
}
/** The field equals the value. */
export function equal(field, value) {
  return { kind: 'compare', field, op: 'eq', value }
}
