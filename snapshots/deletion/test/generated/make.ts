import type { Badge, BadgeCreate } from '../../src/generated/models/badge.js'
import type { Blocking, BlockingCreate } from '../../src/generated/models/blocking.js'
import type { Bound, BoundCreate } from '../../src/generated/models/bound.js'
import type { Holding, HoldingCreate } from '../../src/generated/models/holding.js'
import type { Hub, HubCreate } from '../../src/generated/models/hub.js'
import type { Loose, LooseCreate } from '../../src/generated/models/loose.js'
import type { Node, NodeCreate } from '../../src/generated/models/node.js'
import type { Owned, OwnedCreate } from '../../src/generated/models/owned.js'
import type { Pulling, PullingCreate } from '../../src/generated/models/pulling.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a badge. The given values override the sample. */
export async function badge(items: Repositories, given: Partial<BadgeCreate> = {}): Promise<Badge> {
  return items.badge.create({ data: { ...samples.badge.first, ...given } })
}

/** Creates a blocking. The given values override the sample. */
export async function blocking(items: Repositories, given: Partial<BlockingCreate> = {}): Promise<Blocking> {
  return items.blocking.create({ data: { ...samples.blocking.first, ...given } })
}

/** Creates a bound with its required relations. The given values override the sample. */
export async function bound(items: Repositories, given: Partial<BoundCreate> = {}): Promise<Bound> {
  const links = {
    hub: given.hub ?? ((await items.hub.findFirst()) ?? (await hub(items))).name,
  }
  return items.bound.create({ data: { ...samples.bound.first, ...given, ...links } })
}

/** Creates a holding. The given values override the sample. */
export async function holding(items: Repositories, given: Partial<HoldingCreate> = {}): Promise<Holding> {
  return items.holding.create({ data: { ...samples.holding.first, ...given } })
}

/** Creates a hub. The given values override the sample. */
export async function hub(items: Repositories, given: Partial<HubCreate> = {}): Promise<Hub> {
  return items.hub.create({ data: { ...samples.hub.first, ...given } })
}

/** Creates a loose. The given values override the sample. */
export async function loose(items: Repositories, given: Partial<LooseCreate> = {}): Promise<Loose> {
  return items.loose.create({ data: { ...samples.loose.first, ...given } })
}

/** Creates a node. The given values override the sample. */
export async function node(items: Repositories, given: Partial<NodeCreate> = {}): Promise<Node> {
  return items.node.create({ data: { ...samples.node.first, ...given } })
}

/** Creates an owned. The given values override the sample. */
export async function owned(items: Repositories, given: Partial<OwnedCreate> = {}): Promise<Owned> {
  return items.owned.create({ data: { ...samples.owned.first, ...given } })
}

/** Creates a pulling. The given values override the sample. */
export async function pulling(items: Repositories, given: Partial<PullingCreate> = {}): Promise<Pulling> {
  return items.pulling.create({ data: { ...samples.pulling.first, ...given } })
}
