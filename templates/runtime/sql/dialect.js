/** A name of the schema, quoted. */
export function quoted(name) {
  return `"${name.replaceAll('"', '""')}"`
}
