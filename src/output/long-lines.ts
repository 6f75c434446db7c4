const LONG = 1000

/** How values are printed. */
interface Printing {
  /** The JSON of a value on one line. */
  readonly flatText: (value: unknown) => string
  /** The text of an item of a list that was printed before, at the same depth. */
  readonly printed: (item: object) => string | undefined
}

/**
 * JSON with what has up to 1,000 characters on one line: a field, a relation or a route has one each, so that git merges them one by one, and
 * indents don't make up half of the text. What holds much is not printed as a whole to learn that it is long.
 */
export function jsonInLongLines(value: unknown, printing: Printing, indent = ''): string {
  if (typeof value !== 'object' || value === null) return printing.flatText(value)
  return Array.isArray(value) ? listText(value, printing, indent) : objectText(value, printing, indent)
}

function listText(items: readonly unknown[], printing: Printing, indent: string): string {
  const inner = `${indent}  `
  const texts = items.map((item) => itemText(item ?? null, printing, inner))
  const flat = `[${texts.join(',')}]`
  return isShort(flat) ? flat : `[\n${inner}${texts.join(`,\n${inner}`)}\n${indent}]`
}

function itemText(item: unknown, printing: Printing, indent: string): string {
  const printed = typeof item === 'object' && item !== null ? printing.printed(item) : undefined
  if (printed !== undefined) return printed
  const flat = printing.flatText(item)
  return isShort(flat) ? flat : jsonInLongLines(item, printing, indent)
}

function objectText(value: object, printing: Printing, indent: string): string {
  const inner = `${indent}  `
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  const texts = entries.map(([key, entry]): [name: string, text: string] => {
    const name = JSON.stringify(key)
    if (Array.isArray(entry)) return [name, listText(entry, printing, inner)]
    // With its name: what is left out of the IR is told by it.
    const flat = printing.flatText({ [key]: entry }).slice(name.length + 2, -1)
    return [name, isShort(flat) ? flat : jsonInLongLines(entry, printing, inner)]
  })
  const flat = `{${texts.map(([name, text]) => `${name}:${text}`).join(',')}}`
  if (isShort(flat)) return flat
  return `{\n${texts.map(([name, text]) => `${inner}${name}: ${text}`).join(',\n')}\n${indent}}`
}

function isShort(flat: string): boolean {
  return flat.length <= LONG
}
