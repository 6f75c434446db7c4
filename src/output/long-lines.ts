const LONG = 1000

type FlatText = (value: unknown) => string

/**
 * JSON with what has up to 1,000 characters on one line: a field, a relation or a route has one each, so that git merges them one by one, and
 * indents don't make up half of the text. What holds much is not printed as a whole to learn that it is long.
 * @param flatText the JSON of a value on one line
 */
export function jsonInLongLines(value: unknown, flatText: FlatText, indent = ''): string {
  if (typeof value !== 'object' || value === null) return flatText(value)
  return Array.isArray(value) ? listText(value, flatText, indent) : objectText(value, flatText, indent)
}

function listText(items: readonly unknown[], flatText: FlatText, indent: string): string {
  const inner = `${indent}  `
  const texts = items.map((item) => {
    const flat = flatText(item ?? null)
    return isShort(flat) ? flat : jsonInLongLines(item, flatText, inner)
  })
  const flat = `[${texts.join(',')}]`
  return isShort(flat) ? flat : `[\n${inner}${texts.join(`,\n${inner}`)}\n${indent}]`
}

function objectText(value: object, flatText: FlatText, indent: string): string {
  const inner = `${indent}  `
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  const texts = entries.map(([key, entry]): [name: string, text: string] => {
    const name = JSON.stringify(key)
    if (Array.isArray(entry)) return [name, listText(entry, flatText, inner)]
    // With its name: what is left out of the IR is told by it.
    const flat = flatText({ [key]: entry }).slice(name.length + 2, -1)
    return [name, isShort(flat) ? flat : jsonInLongLines(entry, flatText, inner)]
  })
  const flat = `{${texts.map(([name, text]) => `${name}:${text}`).join(',')}}`
  if (isShort(flat)) return flat
  return `{\n${texts.map(([name, text]) => `${inner}${name}: ${text}`).join(',\n')}\n${indent}}`
}

function isShort(flat: string): boolean {
  return flat.length <= LONG
}
