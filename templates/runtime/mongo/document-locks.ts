import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Lets requests of this process that change the same document go one after the other, so that they need not be tried again. Requests of other processes
 * are told apart by the database alone.
 */
export class DocumentLocks {
  /** For each document that is taken: settled when the last of those who wait has let it go. */
  readonly #last = new Map<string, Promise<void>>()

  /** Waits for the document, at most until `deadline` (ms since 1970). @returns what lets it go; undefined where it was not free in time */
  async take(name: string, deadline: number): Promise<(() => void) | undefined> {
    const before = this.#last.get(name)
    const { promise, resolve: letGo } = withResolvers()
    const own = (before ?? Promise.resolve()).then(() => promise)
    this.#last.set(name, own)
    void own.then(() => {
      if (this.#last.get(name) === own) this.#last.delete(name)
    })
    if (before === undefined || (await inTime(before, deadline))) return letGo
    letGo()
    return undefined
  }
}

/** The documents that one request has taken. */
export class TakenDocuments {
  readonly #locks: DocumentLocks
  readonly #deadline: number
  readonly #taken = new Map<string, () => void>()

  constructor(locks: DocumentLocks, deadline: number) {
    this.#locks = locks
    this.#deadline = deadline
  }

  /** Takes a document until {@link letGo}; one that is not free in time is left to the database to guard. */
  async take(name: string): Promise<void> {
    if (this.#taken.has(name)) return
    const letGo = await this.#locks.take(name, this.#deadline)
    if (letGo !== undefined) this.#taken.set(name, letGo)
  }

  letGo(): void {
    for (const letGo of this.#taken.values()) letGo()
    this.#taken.clear()
  }
}

async function inTime(event: Promise<void>, deadline: number): Promise<boolean> {
  const timer = new AbortController()
  const tooLate = sleep(Math.max(0, deadline - Date.now()), false, { signal: timer.signal }).catch(
    () => false,
  )
  const came = await Promise.race([event.then(() => true), tooLate])
  timer.abort()
  return came
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
