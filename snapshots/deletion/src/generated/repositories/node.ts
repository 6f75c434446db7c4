import { type NodeTypes, nodeModel } from '../models/node.js'
import { models } from '../models/index.js'
import { type Repository, repository } from '../runtime/repository/repository.js'
import type { Session } from '../runtime/store.js'

/** Reads and writes Node. */
export type NodeRepository = Repository<NodeTypes>

/** The repository of Node in a session: in a transaction it sees and makes that transaction's changes. */
export function nodeRepository(session: Session): NodeRepository {
  return repository(session, models, nodeModel)
}
