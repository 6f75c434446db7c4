import { models } from '../models/index.js'
import { type TokenTypes, tokenModel } from '../models/token.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes tokens. */
export type TokenRepository = Repository<TokenTypes>

/**
 * Returns the repository for tokens in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function tokenRepository(session: Session): TokenRepository {
  return repository(session, models, tokenModel)
}
