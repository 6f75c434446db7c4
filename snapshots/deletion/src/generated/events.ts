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

/** Who makes a request, without the password. */
export type Caller = never

/** What a handler of Badge is given; `BadgeEvent<'before_create'>` for one tag. */
export type BadgeEvent<Tag extends EventTag = EventTag> = HandlerEvent<BadgeTypes, Tag, Repositories, Caller>

/** What a handler of Blocking is given; `BlockingEvent<'before_create'>` for one tag. */
export type BlockingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  BlockingTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Bound is given; `BoundEvent<'before_create'>` for one tag. */
export type BoundEvent<Tag extends EventTag = EventTag> = HandlerEvent<BoundTypes, Tag, Repositories, Caller>

/** What a handler of Holding is given; `HoldingEvent<'before_create'>` for one tag. */
export type HoldingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  HoldingTypes,
  Tag,
  Repositories,
  Caller
>

/** What a handler of Hub is given; `HubEvent<'before_create'>` for one tag. */
export type HubEvent<Tag extends EventTag = EventTag> = HandlerEvent<HubTypes, Tag, Repositories, Caller>

/** What a handler of Loose is given; `LooseEvent<'before_create'>` for one tag. */
export type LooseEvent<Tag extends EventTag = EventTag> = HandlerEvent<LooseTypes, Tag, Repositories, Caller>

/** What a handler of Node is given; `NodeEvent<'before_create'>` for one tag. */
export type NodeEvent<Tag extends EventTag = EventTag> = HandlerEvent<NodeTypes, Tag, Repositories, Caller>

/** What a handler of Owned is given; `OwnedEvent<'before_create'>` for one tag. */
export type OwnedEvent<Tag extends EventTag = EventTag> = HandlerEvent<OwnedTypes, Tag, Repositories, Caller>

/** What a handler of Pulling is given; `PullingEvent<'before_create'>` for one tag. */
export type PullingEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  PullingTypes,
  Tag,
  Repositories,
  Caller
>

/** What events know of each model. */
interface EventModels {
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
 * An event to test a handler with, without a service: `testEvent('Badge', 'before_create', { fields: { … } })`.
 * @param model name of the model
 * @param tag of the action, `before_create` rather than `before_set`
 * @param parts what the handler reads; what is left out is not there
 */
export function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(
  model: Name,
  tag: Tag,
  parts: TestEventParts<EventModels[Name], Repositories, Caller> = {},
): HandlerEvent<EventModels[Name], Tag, Repositories, Caller> {
  return makeTestEvent(models, model, tag, parts)
}
