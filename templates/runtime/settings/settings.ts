import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  BOOLEAN,
  DATABASE_URL,
  ORIGIN,
  ORIGINS,
  type SettingValues,
  SettingsReader,
  TEXT,
  TRUST,
  choice,
  integer,
  url,
} from './reader.js'

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

/** What a service needs to know to read its settings. */
export interface SettingsOptions {
  /** Name of the service; the MongoDB database is called so. */
  readonly name: string
  /** Whether the API declares how callers log in, so that `auth` can be on. */
  readonly canAuthenticate: boolean
  /** What it stores in: the keys of the other are read and have no meaning. */
  readonly engine?: 'sql' | 'mongodb'
  /** Keys of the secrets that security schemes name. */
  readonly secrets: readonly string[]
  /** Values that go before all others. */
  readonly values?: SettingValues
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Path of the file; it need not exist. */
  readonly file?: string
}

const MIB = 1024 * 1024
const SHORTEST_SECRET = 16
const MANY = 1_000_000

/**
 * Reads the settings: `service.ini` in the working folder, overridden by the environment, overridden by `values` (SPEC 15).
 * @throws SettingsError with all faults at once
 */
export function loadSettings({
  name,
  canAuthenticate,
  engine = 'sql',
  secrets,
  values = {},
  env = process.env,
  file = 'service.ini',
}: SettingsOptions): Settings {
  const reader = new SettingsReader({ file: { name: basename(file), text: textOf(file) }, env, values })
  const database = reader.read('database.url', DATABASE_URL, 'sqlite:data/service.db', 'DATABASE_URL')
  const settings: Settings = {
    host: reader.read('host', TEXT, '127.0.0.1'),
    port: reader.read('port', integer(0, 65_535), 3000, 'PORT'),
    auth: reader.read('auth', BOOLEAN, false),
    database: {
      url: database,
      synchronous: reader.read('database.synchronous', choice('full', 'normal'), 'full'),
      pool: reader.read('database.pool', integer(1, 1000), 10),
    },
    mongodb: { url: mongodbUrl(reader, name) },
    migrate: reader.read(
      'migrate',
      choice('auto', 'manual'),
      engine === 'sql' && /^postgres(ql)?:/.test(database) ? 'manual' : 'auto',
    ),
    maxLimit: reader.read('max_limit', integer(1, MANY), 1000),
    publicMaxLimit: reader.read('public_max_limit', integer(1, MANY), 100),
    nestedLimit: reader.read('nested_limit', integer(1, MANY), 1000),
    bodyLimit: reader.read('body_limit', integer(1, 1024 * MIB), MIB),
    handlerTimeout: reader.read('handler_timeout', integer(1, 86_400), 10),
    maxJsonDepth: reader.read('max_json_depth', integer(1, 1000), 32),
    maxFilterLength: reader.read('max_filter_length', integer(1, MANY), 3500),
    maxFilters: reader.read('max_filters', integer(1, 1000), 50),
    maxSortKeys: reader.read('max_sort_keys', integer(1, 1000), 20),
    maxSearchTerms: reader.read('max_search_terms', integer(1, 10_000), 100),
    enableGetTunneling: reader.read('enable_get_tunneling', BOOLEAN, false),
    enablePolymorphicQuery: reader.read('enable_polymorphic_query', BOOLEAN, false),
    databaseAcls: reader.read('database_acls', BOOLEAN, false),
    system: {
      user: reader.read('system.user', TEXT, undefined),
      password: reader.read('system.password', TEXT, undefined),
      email: reader.read('system.email', TEXT, undefined),
    },
    cors: {
      enable: reader.read('cors.enable', BOOLEAN, false),
      allowOrigins: reader.read('cors.allow_origins', ORIGINS, []),
      allowCredentials: reader.read('cors.allow_credentials', BOOLEAN, false),
    },
    requestTiming: {
      enable: reader.read('request_timing.enable', BOOLEAN, false),
      slowRequestThreshold: reader.read('request_timing.slow_request_threshold', integer(0, MANY), 1000),
    },
    rateLimit: {
      max: reader.read('rate_limit.max', integer(1, MANY), undefined),
      window: reader.read('rate_limit.window', integer(1, 86_400), 60),
      loginMax: reader.read('rate_limit.login_max', integer(1, MANY), 10),
      loginWindow: reader.read('rate_limit.login_window', integer(1, 86_400), 60),
    },
    log: {
      level: reader.read(
        'log.level',
        choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
        'warn',
      ),
    },
    metrics: reader.read('metrics', BOOLEAN, false),
    trustProxy: reader.read('trust_proxy', TRUST, false),
    publicUrl: reader.read('public_url', ORIGIN, undefined),
    redis: { url: reader.read('redis.url', url('redis', 'rediss'), undefined) },
    search: {
      url: reader.read('search.url', url('http', 'https'), undefined),
      index: reader.read('search.index', TEXT, name),
    },
    secrets: Object.fromEntries(secrets.map((key) => [key, reader.read(key, TEXT, undefined)])),
  }
  refuseContradictions(reader, settings, canAuthenticate)
  const faults = reader.faults()
  if (faults.length > 0) throw new SettingsError(faults)
  return settings
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw new SettingsError([
      `${file}: cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    ])
  }
}

/** `mongodb.url`, or the URL that host, port and database make. */
function mongodbUrl(reader: SettingsReader, name: string): string {
  const host = reader.read('mongodb.host', TEXT, '127.0.0.1')
  const port = reader.read('mongodb.port', integer(1, 65_535), 27_017)
  const database = reader.read('mongodb.db', TEXT, name)
  return reader.read('mongodb.url', url('mongodb', 'mongodb+srv'), `mongodb://${host}:${port}/${database}`)
}

/** Settings that are right each by itself and not together. */
function refuseContradictions(reader: SettingsReader, settings: Settings, canAuthenticate: boolean): void {
  const { auth, cors, system, secrets } = settings
  if (cors.allowOrigins.includes('*') && cors.allowCredentials) {
    reader.refuse('cors.allow_origins', 'cannot be * with cors.allow_credentials = true: name the origins')
  }
  if (cors.enable && cors.allowOrigins.length === 0) {
    reader.refuse('cors.enable', 'needs cors.allow_origins: the origins that may call, or *')
  }
  if (system.user !== undefined && system.password === undefined) {
    reader.refuse('system.user', 'needs system.password, to make the first admin')
  }
  if (!auth) return
  if (!canAuthenticate) {
    reader.refuse(
      'auth',
      'cannot be true: the RAML file has no security scheme to log in by; declare one and generate again',
    )
  }
  for (const [key, secret] of Object.entries(secrets)) {
    if (secret !== undefined && secret.length < SHORTEST_SECRET) {
      reader.refuse(key, `must be ${SHORTEST_SECRET} characters or longer; 32 random ones are good`)
    }
  }
}
