import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DIALECTS, dialectOf } from '../spec/dialects.js'
import {
  BOOLEAN,
  DATABASE_URL,
  type Kind,
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
 * All settings of the service, which `service.ini` describes. Names are the ones there in camelCase, with one object per
 * dotted prefix: `cors.allow_origins` is `settings.cors.allowOrigins`.
 */
export type Settings = Readonly<ReturnType<typeof readSettings>>

/** The keys in the section `[own]` of `service.ini`. Your code can declare those that the service always has. */
export interface OwnSettings {
  readonly [key: string]: string | undefined
}

/** Thrown for invalid settings. `errors` has one line per problem, each with its location. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly errors: readonly string[]
  constructor(errors: readonly string[]) {
    super(errors.join('\n'))
    this.errors = errors
  }
}

export interface SettingsOptions {
  /** The service's name, which is also the default name of its database. */
  readonly name: string
  /** Whether the API declares a security scheme, so that `auth` can be on. */
  readonly canAuthenticate: boolean
  /** The storage engine. Settings for the other engine are read, but have no effect. */
  readonly engine?: 'sql' | 'mongodb'
  /** The settings that contain the secrets of security schemes. */
  readonly secrets: readonly string[]
  /** Whether tables have a column for item rules. If specified, the `database_acls` setting must match this value. */
  readonly databaseAcls?: boolean
  /** The required fields of users that `system.<field>` sets for the first admin. */
  readonly systemFields?: readonly string[]
  /** Settings that have no effect without an optional feature, and the name of this feature. */
  readonly leftOut?: Readonly<Record<string, string>>
  /** Which URLs `database.url` can contain. */
  readonly databaseUrl?: Kind<string>
  /** Values that override the environment and the file. */
  readonly values?: SettingValues
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Path of the file, which does not have to exist. By default, `service.ini` in the project's folder. */
  readonly file?: string
}

const MIB = 1024 * 1024
const MIN_SECRET_LENGTH = 16
const MANY = 1_000_000
const NO_SQL = 'left out: the database of this service is MongoDB, at mongodb.url (SVC_MONGODB_URL)'
const NO_ORIGINS: readonly string[] = []

/**
 * Returns the settings from `service.ini` in the project's folder. Environment variables override the file, and
 * `values` override both.
 * @param readOwn reads the settings of optional features
 * @throws SettingsError with all problems
 */
export function loadSettings<Own extends object>(
  options: SettingsOptions,
  readOwn: (reader: SettingsReader) => Own,
): Settings & Own {
  const { name, values = {}, env = process.env, leftOut = {} } = options
  const { file = join(projectFolder(), 'service.ini') } = options
  const sources = { serviceName: name, file: { name: basename(file), text: textOf(file) }, env, values }
  const reader = new SettingsReader(sources, leftOut)
  const settings = { ...readSettings(reader, options, dirname(resolve(file))), ...readOwn(reader) }
  const errors = reader.errors()
  if (errors.length > 0) throw new SettingsError(errors)
  return settings
}

function readSettings(
  reader: SettingsReader,
  {
    name,
    canAuthenticate,
    engine = 'sql',
    secrets,
    databaseAcls,
    systemFields = [],
    databaseUrl = DATABASE_URL,
  }: SettingsOptions,
  folder: string,
) {
  const isDevelopment = ['dev', 'test'].includes(process.env['npm_lifecycle_event'] ?? '')
  const statementTimeout = reader.read('statement_timeout', integer(0, 86_400), 10)
  const url = engine === 'sql' ? databaseUrl : { ...databaseUrl, expects: NO_SQL }
  const database = reader.read('database.url', url, 'sqlite:data/service.db', 'DATABASE_URL')
  const settings = {
    name,
    /** The folder that contains `service.ini`. Relative paths are relative to it. */
    folder,
    host: reader.read('host', TEXT, '127.0.0.1'),
    port: reader.read('port', integer(0, 65_535), 3000, 'PORT'),
    auth: reader.read('auth', BOOLEAN, canAuthenticate),
    database: {
      url: inFolder(database, folder),
      synchronous: reader.read('database.synchronous', choice('full', 'normal'), 'full'),
      pool: reader.read('database.pool', integer(1, 1000), 10),
      preparedStatements: reader.read('database.prepared_statements', BOOLEAN, true),
      statementTimeout,
    },
    mongodb: { url: mongodbUrl(reader, name), statementTimeout },
    migrate: reader.read(
      'migrate',
      choice('auto', 'manual'),
      engine === 'sql' ? DIALECTS[dialectOf(database)].migrate : 'auto',
    ),
    maxLimit: reader.read('max_limit', integer(1, MANY), 1000),
    maxTotal: reader.read('max_total', integer(0, MANY), 0),
    publicMaxLimit: reader.read('public_max_limit', integer(1, MANY), 100),
    nestedLimit: reader.read('nested_limit', integer(1, MANY), 1000),
    bodyLimit: reader.read('body_limit', integer(1, 1024 * MIB), MIB),
    maxResponse: reader.read('max_response', integer(1024, 1024 * MIB), 16 * MIB),
    shutdownDelay: reader.read('shutdown_delay', integer(0, 3600), 0),
    handlerTimeout: reader.read('handler_timeout', integer(1, 86_400), 10),
    maxJsonDepth: reader.read('max_json_depth', integer(1, 1000), 32),
    maxFilterLength: reader.read('max_filter_length', integer(1, MANY), 3500),
    maxFilters: reader.read('max_filters', integer(1, 1000), 50),
    maxSortKeys: reader.read('max_sort_keys', integer(1, 1000), 20),
    maxSearchTerms: reader.read('max_search_terms', integer(1, 10_000), 100),
    maxFuzzyTerms: reader.read('max_fuzzy_terms', integer(0, 100), 3),
    examples: reader.read('examples', BOOLEAN, false),
    validateResponses: reader.read('validate_responses', BOOLEAN, isDevelopment),
    databaseAcls: reader.read('database_acls', BOOLEAN, false),
    /** Only svcgen uses it. */
    describeAccess: reader.read('describe_access', BOOLEAN, false),
    system: {
      user: reader.read('system.user', TEXT, undefined),
      password: reader.read('system.password', TEXT, undefined),
      email: reader.read('system.email', TEXT, undefined),
      /** The values of other required fields, keyed by field. */
      fields: Object.fromEntries(
        systemFields.map((name) => [name, reader.read(`system.${name}`, TEXT, undefined)]),
      ),
    },
    cors: {
      enable: reader.read('cors.enable', BOOLEAN, false),
      allowOrigins: reader.read('cors.allow_origins', ORIGINS, NO_ORIGINS),
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
        'info',
      ),
    },
    trustProxy: reader.read('trust_proxy', TRUST, false),
    publicUrl: reader.read('public_url', ORIGIN, undefined),
    // The owner declares which of these settings the service always has.
    own: reader.readOwn() as OwnSettings,
    /** The secrets for security schemes, keyed by setting. A secret is undefined if it is not set. */
    secrets: Object.fromEntries(secrets.map((key) => [key, reader.read(key, TEXT, undefined)])),
  }
  checkCombinations(reader, settings, canAuthenticate)
  if (databaseAcls !== undefined && databaseAcls !== settings.databaseAcls)
    reader.addError(
      'database_acls',
      databaseAcls ? HAS_COLUMN : canAuthenticate ? HAS_NO_COLUMN : HAS_NO_USERS,
    )
  return settings
}

const HAS_COLUMN =
  'must be true, because the tables have a column for item rules; to drop the column, set database_acls to false in service.ini, then run "svcgen generate --allow-destructive" and "npm run migrate -- --allow-destructive"'
const HAS_NO_COLUMN =
  'cannot be true, because the tables have no column for item rules; to add one, set database_acls to true in service.ini, then run "svcgen generate" and "npm run migrate"'

const HAS_NO_USERS =
  'cannot be true, because the API declares no security scheme; remove the line, or declare a scheme, then run "svcgen generate" and "npm run migrate"'

/** Returns the folder that contains the project's `package.json`, whatever the working directory is. */
function projectFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) return process.cwd()
    folder = parent
  }
  return folder
}

/** Makes the path in a URL absolute that names a file. Other URLs are returned unchanged. */
function inFolder(database: string, folder: string): string {
  const path = /^sqlite:(?!:memory:$)(.*)$/s.exec(database)?.[1]
  if (path === undefined) return database
  return `sqlite:${resolve(folder, path.replace(/^\/\/(?=\/)/, ''))}`
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw new SettingsError([
      `${file}: cannot read the file: ${error instanceof Error ? error.message : String(error)}`,
    ])
  }
}

function mongodbUrl(reader: SettingsReader, name: string): string {
  const host = reader.read('mongodb.host', TEXT, '127.0.0.1')
  const port = reader.read('mongodb.port', integer(1, 65_535), 27_017)
  const database = reader.read('mongodb.db', TEXT, name)
  const kind: Kind<string> = { ...url('mongodb', 'mongodb+srv'), isRequired: true }
  return reader.read('mongodb.url', kind, `mongodb://${host}:${port}/${database}`)
}

/** Reports settings that are valid on their own, but not in combination. */
function checkCombinations(reader: SettingsReader, settings: Settings, canAuthenticate: boolean): void {
  const { auth, cors, system, secrets } = settings
  if (cors.allowOrigins.includes('*') && cors.allowCredentials) {
    reader.addError('cors.allow_origins', 'must list the origins, not *, if cors.allow_credentials = true')
  }
  if (cors.enable && cors.allowOrigins.length === 0) {
    reader.addError('cors.enable', 'requires cors.allow_origins, a list of origins or *')
  }
  if (system.user !== undefined && system.password === undefined) {
    reader.addError('system.user', 'requires system.password')
  }
  if (!auth) return
  if (!canAuthenticate) {
    reader.addError(
      'auth',
      'cannot be true because the API declares no security scheme; declare one and regenerate the service',
    )
  }
  for (const [key, secret] of Object.entries(secrets)) {
    if (secret !== undefined && secret.length < MIN_SECRET_LENGTH) {
      reader.addError(
        key,
        `must be at least ${MIN_SECRET_LENGTH} characters long, such as the output of "openssl rand -hex 32"`,
      )
    }
  }
}
