const BLANKS = /[ \n\r\t]*/y

/** Skips what RFC 8259 takes for white space. @returns the offset of the next character that is none */
export function skipBlanks(text: string, offset: number): number {
  return endOf(BLANKS, text, offset)
}

/** Where a run of characters ends that begins at an offset. */
function endOf(run: RegExp, text: string, offset: number): number {
  run.lastIndex = offset
  run.test(text)
  return run.lastIndex
}

const WORD = /[^\s,:{}[\]"']*/y

/** The run of characters at an offset that could be a number, `true`, or a text without its quotes. */
export function wordAt(text: string, offset: number): string {
  WORD.lastIndex = offset
  return WORD.exec(text)?.[0] ?? ''
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** Reads a JSON number. @returns its text where a double does not hold it, undefined where it is none */
export function readNumber(source: string): number | string | undefined {
  if (!NUMBER.test(source)) return undefined
  const value = Number(source)
  const isHeld = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return isHeld ? value : source
}

/** A string that was read, `end` after its quote; or what is wrong with it, and where. */
export type StringRead =
  { readonly value: string; readonly end: number } | { readonly fault: string; readonly at: number }

/** Characters that stand for themselves (RFC 8259, 7). */
const PLAIN = /[ !#-[\]-\uffff]*/y

/** Reads a JSON string. @param start where its first quote stands */
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
    if (escape === null) return { fault: 'This escape is unknown to JSON', at: offset }
    value += escape.value
    offset = escape.end
  }
}

function faultOf(character: string | undefined): string {
  if (character === undefined) return 'The closing quote is missing'
  return 'A line break, tab or control character in a string must be written as an escape, such as "\\n"'
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
