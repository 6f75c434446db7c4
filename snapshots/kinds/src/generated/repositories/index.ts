import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { bigRepository, type BigRepository } from './big.js'
import { entryRepository, type EntryRepository } from './entry.js'
import { listingRepository, type ListingRepository } from './listing.js'
import { tokenRepository, type TokenRepository } from './token.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly big: BigRepository
  readonly entry: EntryRepository
  readonly listing: ListingRepository
  readonly token: TokenRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get big() {
      return bigRepository(session)
    },
    get entry() {
      return entryRepository(session)
    },
    get listing() {
      return listingRepository(session)
    },
    get token() {
      return tokenRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
  }
}
