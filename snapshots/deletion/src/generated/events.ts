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

/** The user who makes a request, without the password. */
export type Caller = never

/** The event that a handler of Badge receives; `BadgeEvent<'before_create'>` for a single tag. */
export type BadgeEvent<Tag extends EventTag = EventTag> = HandlerEvent<BadgeTypes, Tag, Repositories, Caller>

/** The event that a handler of Blocking receives; `BlockingEvent<'before_create'>` for a single tag. */
export type BlockingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  BlockingTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Bound receives; `BoundEvent<'before_create'>` for a single tag. */
export type BoundEvent<Tag extends EventTag = EventTag> = HandlerEvent<BoundTypes, Tag, Repositories, Caller>

/** The event that a handler of Holding receives; `HoldingEvent<'before_create'>` for a single tag. */
export type HoldingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  HoldingTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Hub receives; `HubEvent<'before_create'>` for a single tag. */
export type HubEvent<Tag extends EventTag = EventTag> = HandlerEvent<HubTypes, Tag, Repositories, Caller>

/** The event that a handler of Loose receives; `LooseEvent<'before_create'>` for a single tag. */
export type LooseEvent<Tag extends EventTag = EventTag> = HandlerEvent<LooseTypes, Tag, Repositories, Caller>

/** The event that a handler of Node receives; `NodeEvent<'before_create'>` for a single tag. */
export type NodeEvent<Tag extends EventTag = EventTag> = HandlerEvent<NodeTypes, Tag, Repositories, Caller>

/** The event that a handler of Owned receives; `OwnedEvent<'before_create'>` for a single tag. */
export type OwnedEvent<Tag extends EventTag = EventTag> = HandlerEvent<OwnedTypes, Tag, Repositories, Caller>

/** The event that a handler of Pulling receives; `PullingEvent<'before_create'>` for a single tag. */
export type PullingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  PullingTypes,
  Tag,
  Repositories,
  Caller
>

/** The types of each model, by name. */
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
 * Creates an event to test a handler without a service: `testEvent('Badge', 'before_create', { fields: { … } })`.
 * @param tag the tag of an action: `before_create`, not `before_set`
 * @param parts the parts of the event that the handler reads
 */
export function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(
  model: Name,
  tag: Tag,
  parts: TestEventParts<EventModels[Name], Repositories, Caller> = {},
): HandlerEvent<EventModels[Name], Tag, Repositories, Caller> {
  return makeTestEvent(models, model, tag, parts)
}
