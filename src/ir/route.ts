import type { Credential } from './auth.js'
import type { Contract } from './contract.js'
import type { Action } from './event.js'
import type { Location } from './location.js'
import type { Parameter } from './parameter.js'

/** The methods, in the order in which routes are sorted. GET includes HEAD, which is not a separate route. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type Method = (typeof METHODS)[number]

/** The permissions that ACL rules can name, except `all`. */
export const PERMISSIONS = ['view', 'create', 'update', 'delete', 'options'] as const
export type Permission = (typeof PERMISSIONS)[number]

/**
 * What a path serves. `collection`: a collection such as `/stories` or `/users/{username}/stories`;
 * `item`: an item in a collection; `singular`: a one-to-one relation of an item; `attribute`: a list or dict field of
 * an item.
 */
export type RouteKind = 'collection' | 'item' | 'singular' | 'attribute'

/** A step in the path of a route: an item, and the field that leads to the next step. */
export interface ParentStep {
  readonly model: string
  /** Name of the item's path parameter, as in `path`, or null for a singular sub-resource. */
  readonly param: string | null
  /** The field of `model` that leads to the next step: a relation or the attribute. */
  readonly field: string
  /** How the parameter finds the item. Absent if it is the key. */
  readonly lookup?: Lookup
}

/** A path parameter that selects items by a field of theirs, which new items get. */
export interface ScopeStep {
  readonly param: string
  readonly field: string
}

/** A field other than the key by which a path finds an item. */
export interface Lookup {
  readonly field: string
  /** What precedes it in the path and makes it unique: back-references and fields. Absent if it is unique by itself. */
  readonly within?: readonly ScopeStep[]
}

/** The names of the handlers that run before and after an action, in order. */
export interface RouteHandlers {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Scopes that external schemes must grant, keyed by the scheme's name. */
export type Scopes = Readonly<Record<string, readonly string[]>>

/** Who can use an operation. */
export interface Secured {
  /** ID of the ACL. */
  readonly acl: string
  /** True if an authentication scheme applies, and callers cannot be anonymous. */
  readonly authenticated: boolean
  /** The accepted credentials; others are ignored. Null means all, because no `securedBy` restricts them. */
  readonly accepts: readonly Credential[] | null
  /** Whether anonymous callers are rejected whatever the ACL allows, as the security of OpenAPI says. Absent if not. */
  readonly callersOnly?: boolean
  /** The scopes that external schemes must grant, keyed by the scheme's name. Absent if there are none. */
  readonly scopes?: Scopes
  /** The credentials that each alternative combines. Absent if no alternative combines several. */
  readonly requires?: readonly (readonly Credential[])[]
}

/** Where an operation is served, and how long. */
export interface Versioned {
  /** The path prefix, if it is not that of the service: `/v2`, or an empty string. */
  readonly prefix?: string
  readonly deprecated?: true
  /** The date from which the operation is deprecated: `2026-01-01`. Absent if the document gives none. */
  readonly deprecatedAt?: string
  /** The date from which the operation might no longer exist: `2027-01-01`. */
  readonly sunset?: string
}

export interface Route extends Secured, Versioned {
  /** `GET /stories/{story-id}`, with the path as an OpenAPI document has it. */
  readonly id: string
  readonly method: Method
  /**
   * Below the base path, in RAML syntax with `{}`. Parameters that repeat or are not valid identifiers are renamed
   * (`/contacts/{id}/emails/{id}` → `/contacts/{id}/emails/{id2}`).
   */
  readonly path: string
  readonly kind: RouteKind
  readonly action: Action
  readonly permission: Permission
  /** ID of the model that the route serves. For an attribute, this is the model that has the field. */
  readonly model: string
  /** The parameter of the item or, for kind `attribute`, of the item that has the attribute. Otherwise null. */
  readonly param: string | null
  /** How `param` finds the item. Absent if it is the key. */
  readonly lookup?: Lookup
  /** The list or dict field (kind `attribute`). */
  readonly attribute: string | null
  /** Steps from the root to the direct parent. Empty at the root. */
  readonly parents: readonly ParentStep[]
  /** The path parameters that select items by a field of theirs. Absent if there are none. */
  readonly scope?: readonly ScopeStep[]
  /** The declared query parameters. Absent if there are none. */
  readonly parameters?: readonly Parameter[]
  /** What an OpenAPI document declares of the operation. Absent if it declares no response that the service must keep. */
  readonly contract?: Contract
  readonly handlers: RouteHandlers
  /** The handlers for the item that a PUT creates. Absent if it creates none. */
  readonly createHandlers?: RouteHandlers
  readonly displayName: string | null
  readonly description: string | null
  readonly loc: Location
}
