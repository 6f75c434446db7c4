/** Text that is the same in quotes, as nearly all is. */
const PLAIN = /^[\w !#-&(-[\]-~]*$/
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/**
 * A TypeScript string literal. Whatever the text holds (quotes, backslashes, line ends, U+2028, lone surrogates), the literal is inert
 * and gives the same text back (SPEC 16).
 */
export function stringLiteral(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  const quote = escaped.includes("'") && !escaped.includes('"') ? '"' : "'"
  const inner = quote === "'" ? escaped.replaceAll("'", "\\'") : escaped
  return quote + inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029') + quote
}

/** A key of an object literal or of an interface: plain where it is an identifier, quoted otherwise. */
export function propertyKey(name: string): string {
  if (name === '__proto__') return `['__proto__']`
  return IDENTIFIER.test(name) ? name : stringLiteral(name)
}

/** `.name`, or `['odd-name']`. */
export function memberAccess(name: string): string {
  return IDENTIFIER.test(name) && name !== '__proto__' ? `.${name}` : `[${stringLiteral(name)}]`
}

/** A TypeScript literal of a JSON value; entries that are undefined are left out. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
    return entries.length === 0
      ? '{}'
      : `{ ${entries.map(([key, entry]) => `${propertyKey(key)}: ${entry instanceof Code ? entry.text : literal(entry)}`).join(', ')} }`
  }
  return String(value)
}

/** A piece of code inside a value that {@link literal} prints. Never made from text of the input. */
export class Code {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Text of the input as the inside of a block comment: one that cannot end it. */
export function commentText(text: string): string {
  return text
    .replaceAll('*/', '* /')
    .replaceAll(/[\u2028\u2029]/g, ' ')
    .replaceAll(/\r\n?/g, '\n')
    .trim()
}

/** Text of the input on one line of a comment. */
export function commentLine(text: string): string {
  return commentText(text).replaceAll(/\s+/g, ' ')
}
