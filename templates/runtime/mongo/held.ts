import type { Document } from 'mongodb'

/** A document was changed between being read and being written. */
export class Stale extends Error {
  override readonly name = 'Stale'
}

/**
 * What a request has read to change it, and what it has written, on a server without transactions. A document is written only while it stands as it
 * was read, so that no change made at the same time is lost; and all that was written is taken back where a later step fails.
 */
export class Held {
  readonly #documents = new Map<string, Document>()
  readonly #undo: (() => Promise<unknown>)[] = []
  #ended = false

  /** Nothing is done for the request any more. */
  end(): void {
    this.#ended = true
  }

  /** @throws Error after {@link end} */
  checkOpen(): void {
    if (this.#ended) throw new Error('the transaction has ended; was a call in it not awaited?')
  }

  /** Takes note of how a write is taken back. */
  wrote(undo: () => Promise<unknown>): void {
    this.#undo.push(undo)
  }

  /** Takes back what was noted, the last write first. */
  async takeBack(): Promise<void> {
    for (const undo of this.#undo.reverse()) await undo()
  }

  hold(collection: string, document: Document): void {
    this.#documents.set(keyOf(collection, document['_id']), document)
  }

  /** The document as it was read, or as the request has left it; undefined where it is not held. */
  document(collection: string, id: unknown): Document | undefined {
    return this.#documents.get(keyOf(collection, id))
  }

  /** Lets the documents of a collection go, after many of them may have been changed. */
  release(collection: string): void {
    for (const key of this.#documents.keys())
      if (key.startsWith(`${collection}\0`)) this.#documents.delete(key)
  }
}

function keyOf(collection: string, id: unknown): string {
  return `${collection}\0${String(id)}`
}
