import { models } from '../models/index.js'
import { type NodeTypes, nodeModel } from '../models/node.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes nodes. */
export type NodeRepository = Repository<NodeTypes>

/**
 * Returns the repository for nodes in a session. In a transaction, its reads and writes are part of that
 * transaction.
 */
export function nodeRepository(session: Session): NodeRepository {
  return repository(session, models, nodeModel)
}
