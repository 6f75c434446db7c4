const LONG = 1000

/**
 * JSON with what has up to 1,000 characters on one line: a field, a relation or a route has one each, so that git merges them one by one, and
 * indents don't make up half of the text.
 */
export function jsonInLongLines(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value)
  if (flat.length <= LONG || typeof value !== 'object' || value === null) return flat
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => inner + jsonInLongLines(item ?? null, inner))
    return `[\n${items.join(',\n')}\n${indent}]`
  }
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  const lines = entries.map(
    ([key, entry]) => `${inner}${JSON.stringify(key)}: ${jsonInLongLines(entry, inner)}`,
  )
  return `{\n${lines.join(',\n')}\n${indent}}`
}
