import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../src/testing/temporary-folder.js'
import { loadSettings, type Settings, SettingsError, type SettingsOptions } from './settings.js'

const folder = temporaryFolder()

function load(text: string, options: Partial<SettingsOptions> = {}): Settings {
  const file = join(folder, 'service.ini')
  writeFileSync(file, text)
  return loadSettings({ name: 'demo', canAuthenticate: true, secrets: [], env: {}, file, ...options })
}

function faults(text: string, options: Partial<SettingsOptions> = {}): readonly string[] {
  try {
    load(text, options)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.faults
    throw error
  }
}

describe('settings', () => {
  test('have defaults without a file', () => {
    const settings = load('', { file: join(folder, 'none.ini') })
    expect(settings).toMatchObject({
      port: 3000,
      auth: false,
      database: { url: 'sqlite:data/service.db', synchronous: 'full' },
      mongodb: { url: 'mongodb://127.0.0.1:27017/demo' },
      migrate: 'auto',
      maxLimit: 1000,
      publicMaxLimit: 100,
      bodyLimit: 1_048_576,
    })
  })

  test.each(['', '[app]\n', '[app:main]\n'])('are read from section %j', (section) => {
    const text = `\uFEFF${section}# a comment\r\n; another\r\n  max_limit=5\r\n\r\ncors.allow_origins = https://a.example, https://b.example/`
    expect(load(text)).toMatchObject({
      maxLimit: 5,
      cors: { allowOrigins: ['https://a.example', 'https://b.example'] },
    })
  })

  test('pass over the sections of old files', () => {
    expect(
      faults('[app]\nport = 1\n[server:main]\nuse = egg:waitress#main\n  indented\n[app]\nhost = ::'),
    ).toEqual([])
  })

  test('keep any character of a value', () => {
    const { secrets } = load('auth_tkt_secret = a;b#c = "d" of 16 characters', {
      secrets: ['auth_tkt_secret'],
    })
    expect(secrets['auth_tkt_secret']).toBe('a;b#c = "d" of 16 characters')
  })

  test('of the environment go before the file, and given ones before both', () => {
    const env = { SVC_MAX_LIMIT: '7', PORT: '81', DATABASE_URL: 'postgres://a@b/c', SVC_AUTH_TKT_SECRET: 'x' }
    const settings = load('max_limit = 5\nport = 80', {
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

  test('of their own name in the environment go before PORT', () => {
    expect(load('', { env: { PORT: '81', SVC_PORT: '82' } }).port).toBe(82)
  })

  test('make the address of MongoDB from its parts', () => {
    expect(load('mongodb.host = db\nmongodb.db = shop').mongodb.url).toBe('mongodb://db:27017/shop')
    expect(load('mongodb.url = mongodb://x/y\nmongodb.host = db').mongodb.url).toBe('mongodb://x/y')
  })

  test('that are empty count as not set', () => {
    expect(load('port =\nhost =', { env: { SVC_AUTH: '' } })).toMatchObject({ port: 3000, auth: false })
  })
})

describe('faults of settings', () => {
  test('are told all at once, each with its place', () => {
    const env = { SVC_METRICS: 'maybe', SVC_DATABSE_URL: 'x' }
    const text = '[app]\npublic_ur = 80\nauth = sometimes\nnonsense\nmax_limit = -1\nmax_limit = 2'
    expect(faults(text, { env, values: { nonsense: 1 } })).toEqual([
      'service.ini:2: public_ur: is no setting; did you mean "public_url"?',
      'service.ini:3: auth: must be true or false',
      'service.ini:4: a line must be "key = value", "[app]" or a comment',
      'service.ini:5: max_limit: must be a whole number from 1 to 1000000',
      'service.ini:6: max_limit: is set in line 5 already',
      'SVC_METRICS: must be true or false',
      'SVC_DATABSE_URL: is no setting; did you mean "SVC_DATABASE_URL"?',
      'settings: nonsense: is no setting',
    ])
  })

  test.each([
    ['ramses.auth = true', 'service.ini:1: ramses.auth: is called auth now'],
    [
      'sqlalchemy.url = x',
      'service.ini:1: sqlalchemy.url: is called database.url now: sqlite:<file> or postgres://…',
    ],
    [
      'elasticsearch.hosts = x',
      'service.ini:1: elasticsearch.hosts: is not needed any more: the database answers searches; take it out',
    ],
    [
      'cors.allow_origins = *\ncors.allow_credentials = true',
      'service.ini:1: cors.allow_origins: cannot be * with cors.allow_credentials = true: name the origins',
    ],
    [
      'cors.enable = true',
      'service.ini:1: cors.enable: needs cors.allow_origins: the origins that may call, or *',
    ],
    ['system.user = root', 'service.ini:1: system.user: needs system.password, to make the first admin'],
    [
      'database.url = mysql://x',
      'service.ini:1: database.url: must be sqlite:<file>, sqlite::memory: or postgres://user:password@host/database',
    ],
    [
      'public_url = https://a.example/b',
      'service.ini:1: public_url: must be scheme and host alone, such as https://api.example.com',
    ],
    [
      'log.level = loud',
      'service.ini:1: log.level: must be one of trace, debug, info, warn, error, fatal, silent',
    ],
  ])('%s', (text, message) => {
    expect(faults(text)).toEqual([message])
  })

  test('name a secret that is too short, where callers log in', () => {
    const options = { secrets: ['auth_tkt_secret'], env: { SVC_AUTH_TKT_SECRET: 'short' } }
    expect(faults('auth = true', options)).toEqual([
      'SVC_AUTH_TKT_SECRET: must be 16 characters or longer; 32 random ones are good',
    ])
    expect(faults('auth = false', options)).toEqual([])
  })

  test('tell that callers cannot log in where the API does not say how', () => {
    expect(faults('auth = true', { canAuthenticate: false })).toHaveLength(1)
  })

  test('tell of a file that cannot be read', () => {
    expect(faults('', { file: folder })[0]).toContain('cannot be read')
  })
})

describe('the first service.ini', () => {
  const template = Handlebars.compile(
    readFileSync(new URL('../../scaffold/service.ini.hbs', import.meta.url), 'utf8'),
    { strict: true, noEscape: true },
  )
  const secrets = [
    { key: 'auth_tkt_secret', value: null },
    { key: 'ticket.secret', value: 'a secret of the API' },
  ]
  const view = { name: 'demo', authDefault: true, auth: true, sql: true, mongodb: true, secrets }

  test('is taken as it is', () => {
    const settings = load(template(view), { secrets: secrets.map(({ key }) => key) })
    expect(settings.auth).toBe(true)
    expect(settings.secrets).toEqual({ auth_tkt_secret: undefined, 'ticket.secret': 'a secret of the API' })
  })

  test('shows the defaults', () => {
    const shown = template(view).replace(/^#(?=[a-z_.]+ =)/gm, '')
    expect(faults(shown, { secrets: secrets.map(({ key }) => key) })).toEqual([])
    const { secrets: _, auth, ...settings } = load(shown, { secrets: secrets.map(({ key }) => key) })
    const { secrets: __, auth: ___, ...defaults } = load('')
    expect(auth).toBe(true)
    expect(settings).toEqual(defaults)
  })
})
