/**
 * Makes the function that turns a stored row into an item. Emitted models bring an object literal for it, which is twice as fast as setting the
 * names one by one.
 */
export function rowReader(columns, literal) {
  const decoders = columns.map(({ codec }) => codec.decode)
  const decode = (index, stored) => {
    const value = stored[index] ?? null
    return value === null ? null : (decoders[index]?.(value) ?? null)
  }
  if (literal !== undefined) return (stored) => literal((index) => decode(index, stored))
  return (stored) => Object.fromEntries(columns.map(({ field }, index) => [field, decode(index, stored)]))
}
