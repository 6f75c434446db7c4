/** The value to use where none is given; undefined without a default. */
export function valueOfDefault(spec) {
  if (spec === undefined) return undefined
  return 'make' in spec ? spec.make() : spec.value
}
