import { Collector } from '../../diagnostics/collector.js'
import type { ActionItem, Model, Relation, Route } from '../../ir/index.js'
import type { Api } from '../../api/api.js'
import type { Span } from '../../source/span.js'
import type { SpannedAction, UnnamedAction } from '../actions/custom-action.js'
import type { ListFilter } from '../contract/parameters/source.js'
import type { Lack, UnnamedContract } from '../contract/source.js'
import type { ErrorBody } from '../contract/errors.js'
import type { PlainBody } from '../models/not-stored.js'
import type { Declarations } from '../models/declarations.js'
import type { PathNode } from '../resources/path-tree.js'
import type { FailedLink } from '../models/models-by-name.js'

export interface RouteSource {
  readonly api: Api
  readonly tree: PathNode
  readonly declarations: Declarations
  readonly models: readonly Model[]
  readonly relations: readonly Relation[]
  readonly failed: readonly FailedLink[]
  /** The auth model, if any, in which `password` is never shown. */
  readonly users: string | null
  readonly collector: Collector
}

/** A route with the spans of its method and resource. Handlers are added later. */
export type SpannedRoute = Omit<Route, 'handlers' | 'createHandlers'> & {
  readonly at: Span
  readonly resourceAt: Span
}

/** A route whose contract has no names yet, because they depend on the other operations. */
export type UnnamedRoute = Omit<SpannedRoute, 'contract'> & { readonly contract?: UnnamedContract }

export type GuardedRoute = SpannedRoute | SpannedAction

/** The relations that responses show as documents, and the number of levels below items of the model, by model. */
export type Nesting = Map<string, { readonly names: Set<string>; readonly depth: number }>

/** What the contracts of operations need beside their routes. */
export interface Needs {
  readonly nesting: Nesting
  /** The relations that responses show, by model. */
  readonly shown: Map<string, Set<string>>
  /** The functions that select the items of lists. */
  readonly listFilters: ListFilter[]
  /** The bodies of errors that a function makes. */
  readonly errorBodies: ErrorBody[]
}

export interface Found {
  readonly routes: UnnamedRoute[]
  readonly actions: UnnamedAction[]
  /** The operations that are custom actions only because their schemas have no `_db_settings`. */
  readonly plain: PlainBody[]
  /** What operations on paths of stored items lack so that the service answers them. */
  readonly lacks: Map<Span, Lack>
}

export interface ItemsAt {
  /** The item that the node represents or is nested below. */
  readonly item: ActionItem | null
  /** The same of the node above. */
  readonly itemAbove: ActionItem | null
}
