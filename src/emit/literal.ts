const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/**
 * Returns a TypeScript string literal. It is safe for all strings, including quotes, backslashes, line breaks, U+2028
 * and lone surrogates. Formatting changes the quotes to single ones if these need fewer escapes.
 */
export function stringLiteral(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** Returns a key of an object literal or an interface, quoted unless it is an identifier. */
export function propertyKey(name: string): string {
  if (name === '__proto__') return `['__proto__']`
  return IDENTIFIER.test(name) ? name : stringLiteral(name)
}

/** Returns `.name` or `['odd-name']`. */
export function memberAccess(name: string): string {
  return IDENTIFIER.test(name) && name !== '__proto__' ? `.${name}` : `[${stringLiteral(name)}]`
}

/** Returns a TypeScript literal for a JSON value. Undefined entries are omitted. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value)
  if (value instanceof Code) return value.text
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
    return entries.length === 0
      ? '{}'
      : `{ ${entries.map(([key, entry]) => `${propertyKey(key)}: ${literal(entry)}`).join(', ')} }`
  }
  return String(value)
}

/** Code inside a value printed by {@link literal}. The code must not contain text from the input. */
export class Code {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * Returns an entry for {@link literal} in an object whose type is declared. An entry with the same name as an inherited
 * method, such as `valueOf`, gets `as const`. Otherwise, TypeScript would use the type of that method as the contextual
 * type and widen literals such as `'string'`.
 */
export function entryOf<V extends object | string>(name: string, value: V): readonly [string, V | Code] {
  return [name, name in {} && !(value instanceof Code) ? new Code(`${literal(value)} as const`) : value]
}

/** Returns a value for {@link literal} in which the entries of all objects are those of {@link entryOf}. */
export function withEntries(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withEntries)
  if (typeof value !== 'object' || value === null || value instanceof Code) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]): readonly [string, unknown] => {
      const inner = withEntries(entry)
      const isText = typeof inner === 'string'
      return isText || (typeof inner === 'object' && inner !== null) ? entryOf(name, inner) : [name, inner]
    }),
  )
}

/** Returns a documentation comment with the lines of a text, which can contain text from the input. */
export function docComment(text: string): string {
  const lines = text.trim().split('\n').flatMap(commentLines)
  const [first = '', ...more] = lines
  return more.length === 0
    ? `/** ${first} */`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`
}

/** Returns a path as URLs contain it, in which no character has a meaning in code, in a shell or in Markdown. */
export function urlPath(path: string): string {
  return path.replaceAll(/[^\w/.~@:,=+%{}-]/gu, (character) =>
    [...Buffer.from(character)]
      .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
      .join(''),
  )
}

/** Puts text from the input on one line of Markdown, in which it is neither HTML nor a link. */
export function markdownLine(text: string): string {
  return commentLine(text).replaceAll(/[\\`<[\]]/g, '\\$&')
}

/** Returns text as code in a cell of a Markdown table, without the characters that would end the code, the cell or the row. */
export function codeCell(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ')
  return `\`${line.replaceAll('`', "'").replaceAll('|', '\\|')}\``
}

/** Puts text from the input on one line, for use in a comment, which it cannot end. */
export function commentLine(text: string): string {
  return text
    .replaceAll('*/', '* /')
    .trim()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
}

/** Maximum length of a comment line, without its indentation. */
const COMMENT_WIDTH = 110

/** Splits text from the input into comment lines. */
export function commentLines(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of commentLine(text).split(' ')) {
    const line = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && line.length <= COMMENT_WIDTH) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines
}
