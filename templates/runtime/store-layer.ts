import type { Access, Database, Session, Store, TransactionState } from './store.js'

/** A session over another one, with other stores. */
export abstract class LayeredSession implements Session {
  protected readonly inner: Session

  constructor(inner: Session) {
    this.inner = inner
  }

  get enforcesReferences(): boolean {
    return this.inner.enforcesReferences
  }

  get state(): TransactionState | null {
    return this.inner.state
  }

  get native(): object {
    return this.inner.native
  }

  store(model: string, access: Access): Store {
    return access.restricted(this.all(model), this)
  }

  /** Returns the store of all rows of a model. */
  protected abstract all(model: string): Store

  abstract transaction<T>(work: (session: Session) => Promise<T>): Promise<T>

  abstract savepoint<T>(work: (session: Session) => Promise<T>): Promise<T>

  afterCommit(work: () => void): void {
    this.inner.afterCommit(work)
  }
}

/**
 * Returns a database whose sessions are layers over those of another one.
 * @param session the session outside transactions
 * @param own the functions that differ from those of the other database
 */
export function layeredDatabase(
  inner: Database,
  session: LayeredSession,
  own: Partial<Pick<Database, 'snapshot' | 'close'>> = {},
): Database {
  return {
    enforcesReferences: inner.enforcesReferences,
    state: null,
    native: inner.native,
    store: (model, access) => session.store(model, access),
    transaction: (work) => session.transaction(work),
    savepoint: (work) => session.savepoint(work),
    afterCommit: (work) => inner.afterCommit(work),
    ping: () => inner.ping(),
    snapshot: (work) => inner.snapshot(work),
    close: () => inner.close(),
    ...own,
  }
}
