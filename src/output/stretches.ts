import type { Pieces } from './pieces.js'

/** A part of a text. */
export interface Stretch {
  readonly whole: string
  readonly start: number
  readonly end: number
}

/** All of a text. */
export function wholeOf(text: string): Stretch {
  return { whole: text, start: 0, end: text.length }
}

/** What a stretch holds. */
export function textIn({ whole, start, end }: Stretch): string {
  return whole.slice(start, end)
}

/** Shorter ones are not worth a piece of their own. */
const LONG = 1000

/**
 * The text of stretches that follow one another, as bytes. Those of a file that is there are not made anew.
 * @param file null where there is none
 */
export function bytesOf(
  stretches: readonly Stretch[],
  file: { readonly text: string; readonly bytes: Buffer } | null,
): Pieces {
  // In ASCII a letter is a byte.
  const known = file !== null && file.text.length === file.bytes.length ? file : null
  const pieces: Buffer[] = []
  let text = ''
  for (const stretch of stretches) {
    const { whole, start, end } = stretch
    if (known !== null && end - start > LONG && whole === known.text) {
      if (text !== '') pieces.push(Buffer.from(text))
      text = ''
      pieces.push(known.bytes.subarray(start, end))
    } else text += textIn(stretch)
  }
  return text === '' ? pieces : [...pieces, Buffer.from(text)]
}
