import type { Index, IndexCreate } from '../../src/generated/models/index2.js'
import type { SessionModel, SessionModelCreate } from '../../src/generated/models/session.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates an index. The given values override the sample. */
export async function index(items: Repositories, given: Partial<IndexCreate> = {}): Promise<Index> {
  return items.index.create({ data: { ...samples.index.first, ...given } })
}

/** Creates a session item. The given values override the sample. */
export async function sessionItem(
  items: Repositories,
  given: Partial<SessionModelCreate> = {},
): Promise<SessionModel> {
  return items.sessionItem.create({ data: { ...samples.sessionItem.first, ...given } })
}
