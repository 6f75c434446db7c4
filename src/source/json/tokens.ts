const BLANKS = /[ \n\r\t]*/y

/** Returns the offset of the next character that is not whitespace (RFC 8259). */
export function skipBlanks(text: string, offset: number): number {
  return endOf(BLANKS, text, offset)
}

/** Returns the end of the sequence of matching characters that begins at an offset. */
function endOf(run: RegExp, text: string, offset: number): number {
  run.lastIndex = offset
  run.test(text)
  return run.lastIndex
}

const WORD = /[^\s,:{}[\]"']*/y

/** Returns the word at an offset: a number, `true`, or an unquoted string. */
export function wordAt(text: string, offset: number): string {
  WORD.lastIndex = offset
  return WORD.exec(text)?.[0] ?? ''
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** Returns a JSON number, as text if a double cannot represent it, or undefined if the source is not one. */
export function readNumber(source: string): number | string | undefined {
  if (!NUMBER.test(source)) return undefined
  const value = Number(source)
  const isHeld = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return isHeld ? value : source
}

/** A string and the offset after its closing quote, or an error and its offset. */
export type StringRead =
  { readonly value: string; readonly end: number } | { readonly fault: string; readonly at: number }

/** Unescaped characters (RFC 8259, 7). */
const PLAIN = /[ !#-[\]-\uffff]*/y

/** Parses a JSON string that begins with the quote at `start`. */
export function readString(text: string, start: number): StringRead {
  let value = ''
  for (let offset = start + 1; ;) {
    const stop = endOf(PLAIN, text, offset)
    value += text.slice(offset, stop)
    offset = stop
    const next = text[offset]
    if (next === '"') return { value, end: offset + 1 }
    if (next !== '\\') return { fault: faultOf(next), at: next === undefined ? start : offset }
    const escape = readEscape(text, offset)
    if (escape === null) return { fault: 'Invalid escape sequence', at: offset }
    value += escape.value
    offset = escape.end
  }
}

function faultOf(character: string | undefined): string {
  if (character === undefined) return 'Missing closing quote'
  return 'Line breaks, tabs and control characters in strings must be escaped, as in "\\n"'
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

function readEscape(text: string, offset: number): { readonly value: string; readonly end: number } | null {
  const letter = text[offset + 1] ?? ''
  const simple = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined
  if (simple !== undefined) return { value: simple, end: offset + 2 }
  const digits = text.slice(offset + 2, offset + 6)
  if (letter !== 'u' || !/^[0-9a-f]{4}$/i.test(digits)) return null
  return { value: String.fromCharCode(Number.parseInt(digits, 16)), end: offset + 6 }
}
