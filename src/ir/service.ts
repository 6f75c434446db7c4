import type { FeatureName } from '../features.js'
import type { Acl } from './acl.js'
import type { CustomAction } from './action.js'
import type { Auth } from './auth.js'
import type { Handler } from './handler.js'
import type { JsonSchema } from './json-schema.js'
import type { Model } from './model.js'
import type { Relation } from './relation.js'
import type { Route } from './route.js'

export type Engine = 'svc_sqla' | 'svc_mongodb'

/** The format of the IR. Incremented on changes that break consumers of `inspect --json`. */
export const IR_VERSION = 3

/** The intermediate representation of an API, the only input of views and templates: sorted JSON without cycles. */
export interface Service {
  readonly irVersion: typeof IR_VERSION
  /** A valid package name: lowercase letters, digits and hyphens. */
  readonly name: string
  readonly title: string
  /** In Markdown. */
  readonly description: string | null
  /** The version of the API, as written. */
  readonly version: string | null
  /** The path prefix of all routes: `''` or `/v1`, without a trailing `/`. */
  readonly basePath: string
  readonly engine: Engine
  /** The optional parts of the project, in the order of {@link FEATURE_NAMES}. */
  readonly features: readonly FeatureName[]
  /** Null if the RAML file declares neither an authentication scheme nor an ACL, and no schema has `_auth_model`. */
  readonly auth: Auth | null
  /** Sorted by ID. */
  readonly models: readonly Model[]
  /** Sorted by ID. */
  readonly relations: readonly Relation[]
  /** Sorted by path, then in the order of {@link METHODS}. */
  readonly routes: readonly Route[]
  /** Sorted by path, then in the order of {@link ACTION_METHODS}. */
  readonly actions: readonly CustomAction[]
  /**
   * Whether requests do not require `readOnly` properties, and responses no `writeOnly` ones, as in OpenAPI 3.0; or only
   * the latter (`responses`), as in 3.1. With `served`, neither do operations on stored items require the `readOnly`
   * properties, which the service makes.
   */
  readonly requiredByUse?: true | 'responses' | 'served'
  /** The shared schemas of an OpenAPI document that the service uses, by name. Absent for RAML. */
  readonly schemas?: Readonly<Record<string, JsonSchema>>
  /** The names of the webhooks of an OpenAPI document. Absent if there are none. */
  readonly webhooks?: readonly string[]
  /** Set if `service.ini` has `describe_access = true`: the served document of OpenAPI input contains the rules of access. */
  readonly describesAccess?: true
  /** Sorted by ID. */
  readonly acls: readonly Acl[]
  /** Sorted by kind, then name. */
  readonly handlers: readonly Handler[]
  /** The names of the handlers of changed rows, in order, keyed by model. Absent if there are none. */
  readonly changes?: Readonly<Record<string, readonly string[]>>
  /** Whether a migration converts values to another type, or one did in a former run. */
  readonly convertsValues?: true
  /** Whether there are migrations of tables that can have rows, or there were in a former run. */
  readonly migratesRows?: true
}
