import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { badgeRepository, type BadgeRepository } from './badge.js'
import { blockingRepository, type BlockingRepository } from './blocking.js'
import { boundRepository, type BoundRepository } from './bound.js'
import { holdingRepository, type HoldingRepository } from './holding.js'
import { hubRepository, type HubRepository } from './hub.js'
import { looseRepository, type LooseRepository } from './loose.js'
import { nodeRepository, type NodeRepository } from './node.js'
import { ownedRepository, type OwnedRepository } from './owned.js'
import { pullingRepository, type PullingRepository } from './pulling.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly badge: BadgeRepository
  readonly blocking: BlockingRepository
  readonly bound: BoundRepository
  readonly holding: HoldingRepository
  readonly hub: HubRepository
  readonly loose: LooseRepository
  readonly node: NodeRepository
  readonly owned: OwnedRepository
  readonly pulling: PullingRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get badge() {
      return badgeRepository(session)
    },
    get blocking() {
      return blockingRepository(session)
    },
    get bound() {
      return boundRepository(session)
    },
    get holding() {
      return holdingRepository(session)
    },
    get hub() {
      return hubRepository(session)
    },
    get loose() {
      return looseRepository(session)
    },
    get node() {
      return nodeRepository(session)
    },
    get owned() {
      return ownedRepository(session)
    },
    get pulling() {
      return pullingRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
  }
}
