import type { Document } from 'mongodb'

/** A document was changed between being read and being written. */
export class Stale extends Error {
  override readonly name = 'Stale'
}

/**
 * Documents that were read to be changed, on a server without transactions. They are written only while they stand as they were read, so that no
 * change made at the same time is lost; and how items that were created, and links, are taken back where a later step fails.
 */
export class Held {
  readonly #documents = new Map<string, Document>()
  readonly #undo: (() => Promise<unknown>)[] = []

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

  /** Takes note of the service's own change to a document that it holds. */
  changed(collection: string, document: Document): void {
    if (this.#documents.has(keyOf(collection, document['_id']))) this.hold(collection, document)
  }

  /** Finds the document by its id, and as it was read where it is held. `paths` are all that it may have. */
  filter(collection: string, id: unknown, paths: readonly string[]): Document {
    const document = this.#documents.get(keyOf(collection, id))
    if (document === undefined) return { _id: id }
    const asRead = paths.map((path) => [
      path,
      document[path] === undefined ? { $exists: false } : { $eq: document[path] },
    ])
    return { ...Object.fromEntries(asRead), _id: id }
  }

  /** @throws Stale where the document is held */
  checkMissed(collection: string, id: unknown): void {
    if (this.#documents.has(keyOf(collection, id)))
      throw new Stale(`a document of ${collection} was changed by another request`)
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
