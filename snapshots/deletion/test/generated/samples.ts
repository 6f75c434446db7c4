import type { BadgeCreate } from '../../src/generated/models/badge.js'
import type { BlockingCreate } from '../../src/generated/models/blocking.js'
import type { BoundCreate } from '../../src/generated/models/bound.js'
import type { HoldingCreate } from '../../src/generated/models/holding.js'
import type { HubCreate } from '../../src/generated/models/hub.js'
import type { LooseCreate } from '../../src/generated/models/loose.js'
import type { NodeCreate } from '../../src/generated/models/node.js'
import type { OwnedCreate } from '../../src/generated/models/owned.js'
import type { PullingCreate } from '../../src/generated/models/pulling.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  badge: { first: { label: 'label-1' }, second: { label: 'label-2' } },
  blocking: { first: { label: 'label-1' }, second: { label: 'label-2' } },
  bound: { first: { label: 'label-1' }, second: { label: 'label-2' } },
  holding: { first: { label: 'label-1' }, second: { label: 'label-2' } },
  hub: { first: { name: 'name-1' }, second: { name: 'name-2' } },
  loose: { first: { label: 'label-1' }, second: { label: 'label-2' } },
  node: { first: { name: 'name-1' }, second: { name: 'name-2' } },
  owned: { first: { label: 'label-1' }, second: { label: 'label-2' } },
  pulling: { first: { label: 'label-1' }, second: { label: 'label-2' } },
} satisfies {
  badge: Readonly<Record<string, BadgeCreate>>
  blocking: Readonly<Record<string, BlockingCreate>>
  bound: Readonly<Record<string, Omit<BoundCreate, 'hub'>>>
  holding: Readonly<Record<string, HoldingCreate>>
  hub: Readonly<Record<string, HubCreate>>
  loose: Readonly<Record<string, LooseCreate>>
  node: Readonly<Record<string, NodeCreate>>
  owned: Readonly<Record<string, OwnedCreate>>
  pulling: Readonly<Record<string, PullingCreate>>
}
