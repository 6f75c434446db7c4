import { type TokenTypes, tokenModel } from '../models/token.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Token. */
export type TokenRepository = Repository<TokenTypes>

/** The repository of Token in a session: in a transaction it sees and makes that transaction's changes. */
export function tokenRepository(session: Session): TokenRepository {
  return repository(session, models, tokenModel)
}
