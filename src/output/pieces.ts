import { createHash } from 'node:crypto'

/** A text in UTF-8, as pieces that follow one another: it need not be copied to be put together, nor to be written. */
export type Pieces = readonly Uint8Array[]

/** The text as one. */
export function textOf(pieces: Pieces): string {
  return Buffer.concat(pieces).toString()
}

/** SHA-256 of the text, in hex. */
export function hashOfPieces(pieces: Pieces): string {
  const sum = createHash('sha256')
  for (const piece of pieces) sum.update(piece)
  return sum.digest('hex')
}
