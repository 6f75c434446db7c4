import type { MadePart } from '../output/file.js'
import type { Part } from './parts.js'

/** A JSON document that is put together of parts, from its beginning to its end. What follows one another in the former document is copied at once. */
export class JsonDocument {
  readonly #former: string
  readonly #pieces: string[] = []
  readonly #parts: MadePart[] = []
  #length = 0
  #isFinal = true
  #indent = ''
  #isEmpty = true
  /** What is to be copied next. */
  #copied = { start: 0, end: 0 }

  /** @param former the text of the document as an earlier run left it; empty where there is none */
  constructor(former: string) {
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
      this.#add(lead + text.text)
      this.#isFinal &&= text.isFinal
    } else {
      this.#copy(lead, text)
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
  ended(): { readonly text: string; readonly isFinal: boolean; readonly parts: readonly MadePart[] } {
    this.#add('\n')
    return { text: this.#pieces.join(''), isFinal: this.#isFinal, parts: this.#parts }
  }

  /** What stands before the next entry. */
  #lead(): string {
    return `${this.#isEmpty ? '' : ','}\n${this.#indent}`
  }

  #add(text: string): void {
    this.#flush()
    this.#pieces.push(text)
    this.#length += text.length
  }

  #copy(lead: string, { start, end }: Pick<MadePart, 'start' | 'end'>): void {
    const isNext = start - lead.length === this.#copied.end && this.#former.startsWith(lead, this.#copied.end)
    if (isNext) {
      this.#copied.end = end
      this.#length += lead.length
    } else {
      this.#add(lead)
      this.#copied = { start, end }
    }
    this.#length += end - start
  }

  #flush(): void {
    const { start, end } = this.#copied
    if (end > start) this.#pieces.push(this.#former.slice(start, end))
    this.#copied = { start: 0, end: 0 }
  }
}
