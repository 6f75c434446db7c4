import type { MadePart } from '../output/file.js'
import type { Pieces } from '../output/pieces.js'
import type { Part } from './parts.js'

/** How much text is turned into bytes at once: all of a large document would be there twice. */
const PIECE = 256 * 1024

/**
 * A JSON document that is put together of parts, from its beginning to its end. What follows one another in the former document is taken from it as one
 * piece. All offsets are in bytes.
 */
export class JsonDocument {
  readonly #former: Buffer
  readonly #pieces: Buffer[] = []
  readonly #parts: MadePart[] = []
  #length = 0
  #isFinal = true
  #indent = ''
  #isEmpty = true
  /** What is to be taken next. */
  #taken = { start: 0, end: 0 }
  /** The text after it. */
  #text = ''

  /** @param former the document as an earlier run left it; empty where there is none */
  constructor(former: Buffer) {
    this.#former = former
  }

  /** Begins an object: the document, or what stands below a key of the last one begun. */
  open(key: string | null): void {
    this.#add(key === null ? '{' : `${this.#lead()}${JSON.stringify(key)}: {`)
    this.#indent += '  '
    this.#isEmpty = true
  }

  /** Adds entries to the object that was begun last. */
  add({ text, madeOf }: Part): void {
    const lead = this.#lead()
    const start = this.#length + lead.length
    if ('text' in text) {
      this.#add(lead)
      this.#add(text.text)
      this.#isFinal &&= text.isFinal
    } else {
      this.#take(lead, text)
    }
    if (madeOf !== null) this.#parts.push({ ...madeOf, start, end: this.#length })
    this.#isEmpty = false
  }

  /** Ends the object that was begun last. */
  close(): void {
    this.#indent = this.#indent.slice(2)
    this.#add(this.#isEmpty ? '}' : `\n${this.#indent}}`)
    this.#isEmpty = false
  }

  /** The whole, and its parts for the next run. Where it is not final, a formatter must go over it. */
  ended(): { readonly pieces: Pieces; readonly isFinal: boolean; readonly parts: readonly MadePart[] } {
    this.#add('\n')
    this.#flush()
    return { pieces: this.#pieces, isFinal: this.#isFinal, parts: this.#parts }
  }

  /** What stands before the next entry. */
  #lead(): string {
    return `${this.#isEmpty ? '' : ','}\n${this.#indent}`
  }

  #add(text: string): void {
    this.#text += text
    this.#length += Buffer.byteLength(text)
    if (this.#text.length > PIECE) this.#flush()
  }

  #take(lead: string, { start, end }: Pick<MadePart, 'start' | 'end'>): void {
    const isNext =
      this.#text === '' &&
      start - lead.length === this.#taken.end &&
      this.#former.toString('latin1', this.#taken.end, start) === lead
    if (isNext) {
      this.#taken.end = end
      this.#length += lead.length
    } else {
      this.#add(lead)
      this.#flush()
      this.#taken = { start, end }
    }
    this.#length += end - start
  }

  #flush(): void {
    const { start, end } = this.#taken
    if (end > start) this.#pieces.push(this.#former.subarray(start, end))
    if (this.#text !== '') this.#pieces.push(Buffer.from(this.#text))
    this.#taken = { start: 0, end: 0 }
    this.#text = ''
  }
}
