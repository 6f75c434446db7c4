/**
 * All settings of the service (SPEC 15). A name is that of `service.ini` in camelCase, and a dot there is an object here:
 * `cors.allow_origins` is `settings.cors.allowOrigins`.
 */
export interface Settings {
  /** Address to listen on; `0.0.0.0` for all. */
  readonly host: string
  /** Port to listen on; 0 for any that is free. */
  readonly port: number
  /** Whether callers log in, and access rules hold. */
  readonly auth: boolean
  readonly database: {
    /** `sqlite:<file>`, `sqlite::memory:` or `postgres://…`. */
    readonly url: string
    /** Of SQLite: whether each commit is on disk before it is answered (full), or survives all but a crash of the machine (normal). */
    readonly synchronous: 'full' | 'normal'
    /** Of PostgreSQL: how many connections at most. */
    readonly pool: number
  }
  readonly mongodb: { readonly url: string }
  /** Whether migrations run at the start, or by `npm run migrate` alone. */
  readonly migrate: 'auto' | 'manual'
  /** Greatest page of a collection. */
  readonly maxLimit: number
  /** How far into a collection a caller without a login can read. */
  readonly publicMaxLimit: number
  /** Greatest length of a to-many list in a document. */
  readonly nestedLimit: number
  /** Greatest body of a request, in bytes. */
  readonly bodyLimit: number
  /** How long a handler, processor or principal may take, in seconds. */
  readonly handlerTimeout: number
  /** How many levels deep the JSON of a body may be. */
  readonly maxJsonDepth: number
  /** Longest filter of a query, in characters. */
  readonly maxFilterLength: number
  /** How many filters a query may have. */
  readonly maxFilters: number
  /** How many fields a query may sort by. */
  readonly maxSortKeys: number
  /** How many terms a full-text search may have. */
  readonly maxSearchTerms: number
  /** Whether a GET may act as another method by `_m`. */
  readonly enableGetTunneling: boolean
  /** Whether `GET /users,stories` answers both collections. */
  readonly enablePolymorphicQuery: boolean
  /** Whether items carry access rules of their own. */
  readonly databaseAcls: boolean
  /** The first admin, made at the start. */
  readonly system: {
    readonly user: string | undefined
    readonly password: string | undefined
    readonly email: string | undefined
  }
  readonly cors: {
    readonly enable: boolean
    /** Origins that may call from a browser; `*` for all. */
    readonly allowOrigins: readonly string[]
    /** Whether they may send cookies. */
    readonly allowCredentials: boolean
  }
  readonly requestTiming: {
    /** Whether the log tells how long each request took. */
    readonly enable: boolean
    /** From how many milliseconds on a request is slow and logged as a warning. */
    readonly slowRequestThreshold: number
  }
  readonly rateLimit: {
    /** Requests for each address and window; undefined for no limit. */
    readonly max: number | undefined
    /** Seconds. */
    readonly window: number
    /** Attempts to log in for each address and for each account, in one window. */
    readonly loginMax: number
    /** Seconds. */
    readonly loginWindow: number
  }
  readonly log: { readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent' }
  /** Whether `/metrics` answers, in the format of Prometheus. */
  readonly metrics: boolean
  /** Whose `X-Forwarded-…` headers are believed. */
  readonly trustProxy: boolean | string[]
  /** Scheme and host of the addresses in documents, where they are not those of the request. */
  readonly publicUrl: string | undefined
  /** Where limits are counted when several processes serve one address. */
  readonly redis: { readonly url: string | undefined }
  /** A search engine for `event.search`; the database answers where there is none. */
  readonly search: { readonly url: string | undefined; readonly index: string }
  /** Secrets that security schemes name, by their keys; undefined where not set. */
  readonly secrets: Readonly<Record<string, string | undefined>>
}

/** Settings that the service cannot start with; `faults` are lines for people, each with its place. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}
