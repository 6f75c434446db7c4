import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../src/testing/temporary-folder.js'
import { loadAllSettings, serviceIni } from '../../../src/testing/feature-settings.js'
import { CLUSTER_URL, hostUrls } from '../replicas/settings.js'
import { loadSettings, type Settings, SettingsError, type SettingsOptions } from './settings.js'

const folder = temporaryFolder()

function load(text: string, options: Partial<SettingsOptions> = {}, read = loadCore): Settings {
  const file = join(folder, 'service.ini')
  writeFileSync(file, text)
  return read({ name: 'demo', canAuthenticate: true, secrets: [], env: {}, file, ...options })
}

/** Loads the settings of a service without features. */
function loadCore(options: SettingsOptions): Settings {
  return loadSettings(options, () => ({}))
}

function errors(text: string, options: Partial<SettingsOptions> = {}, read = loadCore): readonly string[] {
  try {
    load(text, options, read)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.errors
    throw error
  }
}

describe('settings', () => {
  test('resolve relative paths of SQLite from the folder of the file', () => {
    const urlOf = (url: string): string => load(`database.url = ${url}`).database.url
    expect(urlOf('sqlite:db/own.db')).toBe(`sqlite:${join(folder, 'db/own.db')}`)
    expect(urlOf('sqlite:/srv/own.db')).toBe('sqlite:/srv/own.db')
    expect(urlOf('sqlite:///srv/own.db')).toBe('sqlite:/srv/own.db')
    expect(urlOf('sqlite::memory:')).toBe('sqlite::memory:')
    expect(urlOf('postgres://localhost/own')).toBe('postgres://localhost/own')
  })

  test('of the section [own] belong to the owner, who can override them with variables and values', () => {
    const text = 'max_limit = 5\n[own]\nmax_limit = a\npayments.key = b = c\nempty =\n[app]\nport = 1\n'
    const env = { SVC_OWN_PAYMENTS_KEY: 'd', SVC_OWN_NEW_KEY: 'e' }
    const settings = load(text, { env, values: { 'own.more': 7 } })
    expect(settings).toMatchObject({ maxLimit: 5, port: 1 })
    expect(settings.own).toEqual({ max_limit: 'a', 'payments.key': 'd', empty: '', new_key: 'e', more: '7' })
    expect(errors('[own]\nkey = a\nkey = b\n = c')).toEqual([
      'service.ini:3: own.key: is already set on line 2',
      'service.ini:4: expected "key = value", "[app]" or a comment',
    ])
    expect(errors('', { env: { SVC_OWN_KEY: '' } })).toEqual([
      expect.stringMatching(/^SVC_OWN_KEY: must not be empty/),
    ])
  })

  test('have defaults without a file', () => {
    const settings = load('', { file: join(folder, 'none.ini'), canAuthenticate: false })
    expect(settings).toMatchObject({
      port: 3000,
      auth: false,
      database: { url: `sqlite:${join(folder, 'data/service.db')}`, synchronous: 'full' },
      mongodb: { url: 'mongodb://127.0.0.1:27017/demo' },
      migrate: 'auto',
      maxLimit: 1000,
      publicMaxLimit: 100,
      bodyLimit: 1_048_576,
    })
  })

  test.each(['', '[app]\n', '[app:main]\n'])('are read from the section %j', (section) => {
    const text = `\uFEFF${section}# a comment\r\n; another\r\n  max_limit=5\r\n\r\ncors.allow_origins = https://a.example, https://b.example/`
    expect(load(text)).toMatchObject({
      maxLimit: 5,
      cors: { allowOrigins: ['https://a.example', 'https://b.example'] },
    })
  })

  test('cannot set database_acls to a value that does not match the tables', () => {
    expect(errors('database_acls = true', { databaseAcls: true })).toEqual([])
    expect(errors('', { databaseAcls: false })).toEqual([])
    expect(errors('\ndatabase_acls = true', { databaseAcls: false })).toEqual([
      expect.stringMatching(
        /^service\.ini:2: database_acls: cannot be true, because the tables have no column/,
      ),
    ])
    expect(errors('database_acls = true', { databaseAcls: false, canAuthenticate: false })).toEqual([
      expect.stringContaining('cannot be true, because the API declares no security scheme'),
    ])
    expect(errors('', { databaseAcls: true })).toEqual([
      expect.stringContaining('database_acls: must be true'),
    ])
  })

  test('in other sections of the file are ignored', () => {
    expect(
      errors('[app]\nport = 1\n[server:main]\nuse = egg:waitress#main\n  indented\n[app]\nhost = ::'),
    ).toEqual([])
  })

  test('can contain any character', () => {
    const { secrets } = load('auth_tkt_secret = a;b#c = "d" of 16 characters', {
      secrets: ['auth_tkt_secret'],
    })
    expect(secrets['auth_tkt_secret']).toBe('a;b#c = "d" of 16 characters')
  })

  test('from the environment override the file, and values passed by code override both', () => {
    const env = { SVC_MAX_LIMIT: '7', PORT: '81', DATABASE_URL: 'postgres://a@b/c', SVC_AUTH_TKT_SECRET: 'x' }
    const settings = load('max_limit = 5\nport = 80\nauth = false', {
      env,
      secrets: ['auth_tkt_secret'],
      values: { port: 0 },
    })
    expect(settings).toMatchObject({
      maxLimit: 7,
      port: 0,
      migrate: 'manual',
      secrets: { auth_tkt_secret: 'x' },
    })
    expect(settings.database.url).toBe('postgres://a@b/c')
  })

  test('from SVC_PORT take precedence over PORT', () => {
    expect(load('', { env: { PORT: '81', SVC_PORT: '82' } }).port).toBe(82)
  })

  test('can contain the parts of the MongoDB URL', () => {
    expect(load('mongodb.host = db\nmongodb.db = shop').mongodb.url).toBe('mongodb://db:27017/shop')
    expect(load('mongodb.url = mongodb://x/y\nmongodb.host = db').mongodb.url).toBe('mongodb://x/y')
  })

  test('can contain several hosts for a PostgreSQL database if the service has the feature', () => {
    const url = 'postgres://u:p@h1:5432,h2,[::1]:5433/db?sslmode=require'
    expect(load(`database.url = ${url}`, { databaseUrl: CLUSTER_URL }).database.url).toBe(url)
    expect(errors(`database.url = ${url}`)).toEqual([
      expect.stringMatching(
        /^service\.ini:1: database\.url: .*several hosts require the feature "replicas"$/,
      ),
    ])
    expect(load('database.url = postgres://u:a,b@h/db').database.url).toBe('postgres://u:a,b@h/db')
    expect(hostUrls(url)).toEqual([
      'postgres://u:p@h1:5432/db?sslmode=require',
      'postgres://u:p@h2/db?sslmode=require',
      'postgres://u:p@[::1]:5433/db?sslmode=require',
    ])
    for (const wrong of ['h1,,h2', 'h1:port,h2', 'h1,h2:99999'])
      expect(errors(`database.replica_url = postgres://${wrong}/db`, {}, loadAllSettings)).toEqual([
        'service.ini:1: database.replica_url: must be postgres://user:password@host/database, with one or more hosts separated by commas',
      ])
  })

  test('that are empty in the file are treated as not set', () => {
    expect(load('port =\nhost =')).toMatchObject({ port: 3000, host: '127.0.0.1' })
  })
})

describe('errors in settings', () => {
  test.each(['DATABASE_URL', 'SVC_DATABASE_URL', 'SVC_MONGODB_URL', 'SVC_AUTH_TKT_SECRET'])(
    'include an empty %s, whose fallback would be another database or secret',
    (name) => {
      const text = 'database.url = sqlite:own.db'
      for (const options of [{}, { databaseUrl: CLUSTER_URL }])
        expect(errors(text, { env: { [name]: ' ' }, secrets: ['auth_tkt_secret'], ...options })).toEqual([
          `${name}: must not be empty; unset it to use service.ini or the default`,
        ])
    },
  )

  test.each(['SVC_AUTH', 'SVC_SEARCH_PASSWORD', 'SVC_REDIS_URL', 'SVC_DATABASE_REPLICA_URL', 'PORT'])(
    'include an empty %s',
    (name) => {
      expect(errors('', { env: { [name]: '' } }, loadAllSettings)).toEqual([
        `${name}: must not be empty; unset it to use service.ini or the default`,
      ])
    },
  )

  test('include an empty value that code passes', () => {
    expect(errors('database.url = sqlite:own.db', { values: { 'database.url': '', auth: ' ' } })).toEqual([
      'settings: database.url: must not be empty; unset it to use service.ini or the default',
      'settings: auth: must not be empty; unset it to use service.ini or the default',
    ])
  })

  test('are all reported at once, with their locations', () => {
    const env = { SVC_EXAMPLES: 'maybe', SVC_DATABSE_URL: 'x' }
    const text = '[app]\npublic_ur = 80\nauth = sometimes\nnonsense\nmax_limit = -1\nmax_limit = 2'
    expect(errors(text, { env, values: { nonsense: 1 } })).toEqual([
      'service.ini:2: public_ur: unknown setting (did you mean "public_url"?)',
      'service.ini:3: auth: must be true or false',
      'service.ini:4: expected "key = value", "[app]" or a comment',
      'service.ini:5: max_limit: must be an integer from 1 to 1000000',
      'service.ini:6: max_limit: is already set on line 5',
      'SVC_EXAMPLES: must be true or false',
      'SVC_DATABSE_URL: unknown setting (did you mean "SVC_DATABASE_URL"?)',
      'settings: nonsense: unknown setting',
    ])
  })

  test('name the feature that a setting requires', () => {
    const leftOut = { 'search.url': 'search', metrics: 'metrics' }
    const messages = errors('search.url = http://x', { leftOut, env: { SVC_METRICS: 'true' } })
    expect(messages).toEqual([
      expect.stringMatching(
        /^service\.ini:1: search\.url: requires the feature "search"; add it .*--features/,
      ),
      expect.stringMatching(/^SVC_METRICS: requires the feature "metrics"/),
    ])
  })

  test.each([
    [
      'cors.allow_origins = *\ncors.allow_credentials = true',
      'service.ini:1: cors.allow_origins: must list the origins, not *, if cors.allow_credentials = true',
    ],
    ['cors.enable = true', 'service.ini:1: cors.enable: requires cors.allow_origins, a list of origins or *'],
    ['system.user = root', 'service.ini:1: system.user: requires system.password'],
    [
      'database.url = mysql://x',
      'service.ini:1: database.url: must be sqlite:<file>, sqlite::memory: or postgres://user:password@host/database; several hosts require the feature "replicas"',
    ],
    [
      'public_url = https://a.example/b',
      'service.ini:1: public_url: must be a scheme and host without a path, such as https://api.example.com',
    ],
    [
      'log.level = loud',
      'service.ini:1: log.level: must be one of trace, debug, info, warn, error, fatal, silent',
    ],
  ])('are reported for %j', (text, message) => {
    expect(errors(text)).toEqual([message])
  })

  test('name the setting of a service with MongoDB', () => {
    const env = { SVC_DATABASE_URL: 'mongodb://db/shop' }
    expect(errors('', { env, engine: 'mongodb' })).toEqual([
      'SVC_DATABASE_URL: must be left out: the database of this service is MongoDB, at mongodb.url (SVC_MONGODB_URL)',
    ])
  })

  test('include a secret that is too short if authentication is on', () => {
    const options = { secrets: ['auth_tkt_secret'], env: { SVC_AUTH_TKT_SECRET: 'short' } }
    expect(errors('auth = true', options)).toEqual([
      'SVC_AUTH_TKT_SECRET: must be at least 16 characters long, such as the output of "openssl rand -hex 32"',
    ])
    expect(errors('auth = false', options)).toEqual([])
  })

  test('include auth = true if the API declares no authentication', () => {
    expect(errors('auth = true', { canAuthenticate: false })).toHaveLength(1)
  })

  test('switch authentication on without a line for it if the API declares authentication', () => {
    for (const text of ['', 'auth =']) {
      expect(load(text).auth).toBe(true)
      expect(load(text, { env: { SVC_AUTH: 'false' } }).auth).toBe(false)
      expect(load(text, { canAuthenticate: false }).auth).toBe(false)
    }
  })

  test('include lines without a value that would select another database', () => {
    const text = 'database.url =\nmongodb.url =\nport ='
    expect(errors(text)).toEqual([
      'service.ini:1: database.url: must have a value',
      'service.ini:2: mongodb.url: must have a value',
    ])
    const env = { DATABASE_URL: 'sqlite:a.db', SVC_MONGODB_URL: 'mongodb://h/db' }
    expect(errors(text, { env })).toEqual([])
  })

  test('include a file that cannot be read', () => {
    expect(errors('', { file: folder })[0]).toContain('cannot read the file')
  })
})

describe('the generated service.ini', () => {
  const secrets = [
    { key: 'auth_tkt_secret', value: null },
    { key: 'ticket.secret', value: 'a secret of the API' },
  ]
  const view = {
    name: 'demo',
    authDefault: true,
    auth: true,
    hasActions: true,
    openapi: true,
    sql: true,
    mongodb: true,
    secrets,
  }

  test('is valid without changes', () => {
    const settings = load(serviceIni(view), { secrets: secrets.map(({ key }) => key) }, loadAllSettings)
    expect(settings.auth).toBe(true)
    expect(settings.secrets).toEqual({ auth_tkt_secret: undefined, 'ticket.secret': 'a secret of the API' })
  })

  test('shows the defaults', () => {
    // In npm run dev and npm test, validate_responses has another default.
    vi.stubEnv('npm_lifecycle_event', 'start')
    onTestFinished(() => void vi.unstubAllEnvs())
    const shown = serviceIni(view).replace(/^#(?=[a-z_.]+ =)/gm, '')
    expect(errors(shown, { secrets: secrets.map(({ key }) => key) }, loadAllSettings)).toEqual([])
    const {
      secrets: _,
      auth,
      ...settings
    } = load(shown, { secrets: secrets.map(({ key }) => key) }, loadAllSettings)
    const { secrets: __, auth: ___, ...defaults } = load('', {}, loadAllSettings)
    expect(auth).toBe(true)
    expect(settings).toEqual(defaults)
  })
})
