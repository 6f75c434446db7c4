import type { AuthAction } from './event.js'
import type { Location } from './location.js'
import type { RouteHandlers, Secured } from './route.js'

/** The credentials that the service issues: the cookie for an x-Ticket scheme and the token for an x-ApiKey scheme. */
export const CREDENTIALS = ['ticket', 'api_key'] as const
export type IssuedCredential = (typeof CREDENTIALS)[number]

/** A kind of credentials: one that the service issues, or `scheme:<name>` for any other scheme. */
export type Credential = IssuedCredential | `scheme:${string}`

export type HashAlgorithm = 'sha256' | 'sha384' | 'sha512'

/** The settings of an x-Ticket scheme. Times are in seconds; null means not set. */
export interface TicketScheme {
  readonly name: string
  /** The key for the secret in `service.ini`: `auth_tkt_secret`. The IR never contains the secret itself. */
  readonly secretSetting: string
  readonly hashAlgorithm: HashAlgorithm
  readonly cookieName: string
  readonly httpOnly: boolean
  readonly secure: boolean | null
  readonly sameSite: 'Lax' | 'Strict' | 'None'
  readonly maxAge: number | null
  readonly timeout: number | null
  readonly reissueTime: number | null
  readonly path: string
  readonly domain: string | null
  readonly loc: Location
}

export interface ApiKeyScheme {
  readonly name: string
  readonly loc: Location
}

/** How credentials are sent: in `Authorization` or, for `custom`, in the declared headers and query parameters. */
export type SchemeKind = 'bearer' | 'basic' | 'digest' | 'custom'

/** A header, query parameter or cookie that contains credentials. */
export interface SchemeInput {
  readonly in: 'header' | 'query' | 'cookie'
  /** Headers are in lowercase. */
  readonly name: string
}

/** The declared settings of an OAuth 2.0 scheme. */
export interface OAuthSettings {
  readonly authorizationUri: string | null
  readonly accessTokenUri: string | null
  /** As declared: `code`, `token`, `owner`, `credentials` or others. */
  readonly grants: readonly string[]
  readonly scopes: readonly string[]
}

/** The flow of OpenAPI for each grant of OAuth 2.0, with the URIs that it requires. */
export const OAUTH_FLOWS: ReadonlyMap<
  string,
  { readonly flow: string; readonly uris: readonly ('authorizationUrl' | 'tokenUrl')[] }
> = new Map([
  ['code', { flow: 'authorizationCode', uris: ['authorizationUrl', 'tokenUrl'] }],
  ['token', { flow: 'implicit', uris: ['authorizationUrl'] }],
  ['owner', { flow: 'password', uris: ['tokenUrl'] }],
  ['credentials', { flow: 'clientCredentials', uris: ['tokenUrl'] }],
])

/** A scheme whose credentials a user-defined function or, for OAuth 2.0, the keys of a provider check. */
export interface ExternalScheme {
  readonly name: string
  readonly kind: SchemeKind
  /** The type in the RAML file: `OAuth 2.0`. */
  readonly type: string
  readonly description: string | null
  /** The first part of the scheme's settings: `oauth` for `oauth.issuer`. */
  readonly setting: string
  /** The stub: `src/schemes/legacy.ts`. */
  readonly file: string
  /** The headers and query parameters of a custom scheme. If empty, its credentials are in the `Authorization` header. */
  readonly inputs: readonly SchemeInput[]
  /** Null for other types than OAuth 2.0. */
  readonly oauth: OAuthSettings | null
  readonly loc: Location
}

/** The handlers for login, logout and registration, including `set`. */
export type AuthHandlers = Readonly<Record<AuthAction, RouteHandlers>>

export interface Auth {
  /** The value of `auth` in a new `service.ini`: whether the root's `securedBy` names an authentication scheme. */
  readonly enabledByDefault: boolean
  /** Set if `service.ini` has `database_acls = true`: tables of guarded models have a column for item rules. */
  readonly databaseAcls?: true
  /** ID of the auth model, whose items are the users. */
  readonly model: string
  /** True if no schema has `_auth_model` and the model is the default User. */
  readonly defaultModel: boolean
  /** Names of the auth model's fields; `username` is its key. */
  readonly fields: {
    readonly username: string
    readonly email: string | null
    readonly password: string
    readonly groups: string | null
  }
  /** Fields that registration also accepts: required fields and `_register_fields`, sorted. */
  readonly registerFields: readonly string[]
  /** Path of the auth model's collection, such as `/users`, or null. `…/self` refers to the caller. */
  readonly path: string | null
  /**
   * What the built-in routes for callers require, such as GET `…/self`: the same as the root's security or, if the root
   * names no authentication scheme, as the route that returns a user. `accepts` is null if all credentials are accepted.
   */
  readonly ownRoutes: Pick<Secured, 'accepts' | 'scopes' | 'requires'>
  /** Whether the service does not add GET `…/self`. Only possible if it issues no credentials. */
  readonly withoutSelf?: true
  readonly ticket: TicketScheme | null
  readonly apiKey: ApiKeyScheme | null
  /** The external schemes that `securedBy` names, in the order of declaration. Absent if there are none. */
  readonly schemes?: readonly ExternalScheme[]
  readonly handlers: AuthHandlers
}
