const LONG = 1000

/**
 * JSON with what has up to 1,000 characters on one line: a field, a relation or a route has one each, so that git merges them one by one, and
 * indents don't make up half of the text.
 * @param flatText the JSON of a value on one line
 */
export function jsonInLongLines(value: unknown, flatText: (value: unknown) => string, indent = ''): string {
  return inLines(value, flatText(value), flatText, indent)
}

function inLines(value: unknown, flat: string, flatText: (value: unknown) => string, indent: string): string {
  if (flat.length <= LONG || typeof value !== 'object' || value === null) return flat
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.map(
      (item: unknown) => inner + inLines(item ?? null, flatText(item ?? null), flatText, inner),
    )
    return `[\n${items.join(',\n')}\n${indent}]`
  }
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  const lines = entries.map(([key, entry]) => {
    const name = JSON.stringify(key)
    // With its name: what is left out of the IR is told by it.
    const own = flatText({ [key]: entry }).slice(name.length + 2, -1)
    return `${inner}${name}: ${inLines(entry, own, flatText, inner)}`
  })
  return `{\n${lines.join(',\n')}\n${indent}}`
}
