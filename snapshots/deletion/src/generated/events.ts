import { models } from './models/index.js'
import type { BadgeTypes } from './models/badge.js'
import type { BlockingTypes } from './models/blocking.js'
import type { BoundTypes } from './models/bound.js'
import type { HoldingTypes } from './models/holding.js'
import type { HubTypes } from './models/hub.js'
import type { LooseTypes } from './models/loose.js'
import type { NodeTypes } from './models/node.js'
import type { OwnedTypes } from './models/owned.js'
import type { PullingTypes } from './models/pulling.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who sent a request. The API has no users. */
export type Caller = never

/** The event that handlers of Badge receive. For a single tag, use `BadgeEvent<'before_create'>`. */
export type BadgeEvent<Tag extends EventTag = EventTag> = HandlerEvent<BadgeTypes, Tag, Repositories, Caller>

/** The event that handlers of Blocking receive. For a single tag, use `BlockingEvent<'before_create'>`. */
export type BlockingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  BlockingTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Bound receive. For a single tag, use `BoundEvent<'before_create'>`. */
export type BoundEvent<Tag extends EventTag = EventTag> = HandlerEvent<BoundTypes, Tag, Repositories, Caller>

/** The event that handlers of Holding receive. For a single tag, use `HoldingEvent<'before_create'>`. */
export type HoldingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  HoldingTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Hub receive. For a single tag, use `HubEvent<'before_create'>`. */
export type HubEvent<Tag extends EventTag = EventTag> = HandlerEvent<HubTypes, Tag, Repositories, Caller>

/** The event that handlers of Loose receive. For a single tag, use `LooseEvent<'before_create'>`. */
export type LooseEvent<Tag extends EventTag = EventTag> = HandlerEvent<LooseTypes, Tag, Repositories, Caller>

/** The event that handlers of Node receive. For a single tag, use `NodeEvent<'before_create'>`. */
export type NodeEvent<Tag extends EventTag = EventTag> = HandlerEvent<NodeTypes, Tag, Repositories, Caller>

/** The event that handlers of Owned receive. For a single tag, use `OwnedEvent<'before_create'>`. */
export type OwnedEvent<Tag extends EventTag = EventTag> = HandlerEvent<OwnedTypes, Tag, Repositories, Caller>

/** The event that handlers of Pulling receive. For a single tag, use `PullingEvent<'before_create'>`. */
export type PullingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  PullingTypes,
  Tag,
  Repositories,
  Caller
>

/** The types of each model, keyed by name. */
export interface EventModels {
  Badge: BadgeTypes
  Blocking: BlockingTypes
  Bound: BoundTypes
  Holding: HoldingTypes
  Hub: HubTypes
  Loose: LooseTypes
  Node: NodeTypes
  Owned: OwnedTypes
  Pulling: PullingTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Badge', 'before_create', { fields: { … } })`.
 * @param tag an action's tag: `before_create`, not `before_set`
 * @param parts the parts of the event read by the handler
 */
export function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(
  model: Name,
  tag: Tag,
  parts: TestEventParts<EventModels[Name], Repositories, Caller> = {},
): HandlerEvent<EventModels[Name], Tag, Repositories, Caller> {
  return makeTestEvent(models, model, tag, parts)
}
