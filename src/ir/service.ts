import type { Acl } from './acl.js'
import type { Auth } from './auth.js'
import type { Handler } from './handler.js'
import type { Model } from './model.js'
import type { Relation } from './relation.js'
import type { Route } from './route.js'

/** The storage engines (SPEC 14). */
export type Engine = 'svc_sqla' | 'svc_mongodb'

/** The format of the IR; raised when a consumer of `inspect --json` would have to change. */
export const IR_VERSION = 1

/**
 * All that the emitter knows of an API: plain JSON, sorted, without cycles, every node with the place it came from.
 * Views and templates look at nothing else.
 */
export interface Service {
  readonly irVersion: typeof IR_VERSION
  /** Fit for `package.json`: lower case, digits and hyphens. */
  readonly name: string
  readonly title: string
  /** The documentation's first page, in Markdown. */
  readonly description: string | null
  /** The `version` of the RAML root, as it was written. */
  readonly version: string | null
  /** Path that all routes stand under: `''` or `/v1`, never with a `/` at its end (SPEC 6). */
  readonly basePath: string
  readonly engine: Engine
  /** `null` where the RAML declares neither an authentication scheme nor an ACL, and no schema says `_auth_model`. */
  readonly auth: Auth | null
  /** Sorted by id. */
  readonly models: readonly Model[]
  /** Sorted by id. */
  readonly relations: readonly Relation[]
  /** In the order of path, then of {@link METHODS}. */
  readonly routes: readonly Route[]
  /** Sorted by id. */
  readonly acls: readonly Acl[]
  /** Sorted by kind, then name. */
  readonly handlers: readonly Handler[]
}
