const SPACE = 0x20
const LF = 0x0a
const HASH = 0x23

/** Where the line ends that holds an offset. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end
}

/** The next character that is no space. */
export function skipSpaces(text: string, offset: number): number {
  let at = offset
  while (text.charCodeAt(at) === SPACE) at += 1
  return at
}

/** A text without the spaces at its end. Other blanks of Unicode are text to YAML. */
export function trimSpaces(text: string): string {
  let end = text.length
  while (text.charCodeAt(end - 1) === SPACE) end -= 1
  return text.slice(0, end)
}

/** Tells whether nothing but spaces, or a comment after a space, follows in the line. */
export function isRestBlank(text: string, offset: number): boolean {
  const at = skipSpaces(text, offset)
  const unit = text.charCodeAt(at)
  return at === text.length || unit === LF || (unit === HASH && at > offset)
}

/** A space, the end of a line or of the text: what must follow `-` and `:`. */
export function isBlankAt(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset)
  return unit === SPACE || unit === LF || offset >= text.length
}

/** A line with content. */
export interface Line {
  /** Spaces before the content. */
  readonly indent: number
  /** Where the content begins. */
  readonly start: number
}

/**
 * The next line with content, from the begin of a line; lines of blanks and comments are skipped. Null at the end of the text; undefined where a
 * comment is indented deeper than what follows: what it belongs to is for the library to say.
 */
export function nextLine(text: string, lineStart: number): Line | null | undefined {
  let deepest = 0
  for (let at = lineStart; at < text.length;) {
    const start = skipSpaces(text, at)
    const unit = text.charCodeAt(start)
    if (unit === HASH) deepest = Math.max(deepest, start - at)
    else if (unit !== LF && start < text.length) {
      return deepest > start - at ? undefined : { indent: start - at, start }
    }
    at = lineEnd(text, start) + 1
  }
  return deepest > 0 ? undefined : null
}
