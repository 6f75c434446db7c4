import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { modules } from 'virtual:runtime'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { emitApi, emitFixture } from '../testing/emit-fixture.js'
import { temporaryFolder } from '../testing/temporary-folder.js'

const RUNTIME = 'src/generated/runtime/'
const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url))
const names = readdirSync(fixtures).filter((name) => !/^(bad|warn)-/.test(name))
const cases = names.flatMap((name) =>
  (['svc_sqla', 'svc_mongodb'] as const).map((engine): [string, Engine] => [name, engine]),
)

/** Returns the paths below `runtime/` of the files that a README lists, sorted. */
function listedIn(readme: string): readonly string[] {
  const topics = readme.split('\n## ')
  const files = topics.flatMap((topic) => {
    const folder = /^\w+\//.exec(topic)?.[0] ?? ''
    return [...topic.matchAll(/^- `([^`]+)`: /gm)].map(([, file = '']) => folder + file)
  })
  return files.toSorted()
}

describe.each(cases)('the project for fixture %s on %s', (name, engine) => {
  let files: ReadonlyMap<string, string>
  beforeAll(async () => {
    ;({ files } = await emitFixture(join(fixtures, name), engine))
  })

  it("uses the model's types in generated files, without casts", () => {
    for (const [path, text] of files) {
      if (!/^src\/generated\/(?:models|repositories|routes)\//.test(path)) continue
      const code = text.replaceAll(
        /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\*\*.*?\*\/|^ *\/\/.*$|^import [^;]*? from .*$/gm,
        '""',
      )
      expect(code, path).not.toMatch(/\b(?:unknown|any)\b|\bas (?!const\b)/)
    }
  })

  it('has no comments about other databases', () => {
    const others = engine === 'svc_mongodb' ? /SQLite|Postgres/i : /Mongo/i
    const comments = [...files]
      .filter(([path]) => /\.(?:ts|ini)$/.test(path))
      .flatMap(([path, text]) =>
        (text.match(/^ *(?:\/?\*|\/\/|# ).*$/gm) ?? []).map((line) => `${path}: ${line}`),
      )
    expect(comments.filter((line) => others.test(line))).toEqual([])
  })

  it('has a README of the runtime that lists each of its files', () => {
    const paths = [...files.keys()].filter((path) => path.startsWith(RUNTIME) && path.endsWith('.ts'))
    const listed = listedIn(files.get(`${RUNTIME}README.md`) ?? '')
    expect(listed.map((file) => RUNTIME + file)).toEqual(paths.sort())
  })
})

it('the template of the README describes the files of the runtime, and no others', () => {
  const template = fileURLToPath(new URL(`../../templates/project/${RUNTIME}README.md.hbs`, import.meta.url))
  expect(listedIn(readFileSync(template, 'utf8'))).toEqual(Object.keys(modules).toSorted())
})

describe('the size of the project for fixture quickstart', () => {
  it('is at most 12,640 lines of runtime code', async () => {
    const { files } = await emitFixture(join(fixtures, 'quickstart'))
    const runtime = [...files].filter(([path]) => path.startsWith(RUNTIME) && path.endsWith('.ts'))
    const lines = runtime.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0)
    expect(lines).toBeLessThanOrEqual(12_640)
  })

  it('is at most 75 production packages on a current Node.js', async () => {
    const { files } = await emitFixture(join(fixtures, 'quickstart'))
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      files.get('package.json') ?? '',
    )
    expect(installed(Object.keys(dependencies)).size).toBeLessThanOrEqual(75)
  })

  /** Returns the folders of packages with everything that they depend on, as in this repository's lock file. */
  function installed(names: readonly string[]): ReadonlySet<string> {
    const lock: { packages: Record<string, { dependencies?: object; optionalDependencies?: object }> } =
      JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
    const found = new Set<string>()
    const add = (name: string, from: string): void => {
      const folder = `${from}node_modules/${name}`
      const entry = lock.packages[folder]
      if (entry === undefined) {
        // Node.js looks for a package in the folders above.
        const above = from.slice(0, Math.max(from.lastIndexOf('node_modules/', from.length - 2), 0))
        if (from !== '') add(name, above)
        return
      }
      if (found.has(folder)) return
      found.add(folder)
      for (const dependency of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
        add(dependency, `${folder}/`)
    }
    for (const name of names) add(name, '')
    return found
  }
})

describe('the check of `uniqueItems`', () => {
  it.each([
    ['is in a project whose schemas have it', { uniqueItems: true }, true],
    ['is not in other projects', { minItems: 1 }, false],
  ])('%s', async (_what, keywords, expected) => {
    const folder = temporaryFolder()
    const items = { type: 'string' }
    const tags = { type: 'array', items, ...keywords, _db_settings: { type: 'list', item_type: 'string' } }
    const id = { _db_settings: { type: 'id_field', primary_key: true } }
    writeFileSync(join(folder, 'pet.json'), JSON.stringify({ type: 'object', properties: { id, tags } }))
    const raml = [
      '#%RAML 0.8',
      'title: T',
      'schemas: [{ Pet: !include pet.json }]',
      '/pets: { get: , post: { body: { application/json: { schema: Pet } } } }',
    ]
    writeFileSync(join(folder, 'api.raml'), raml.join('\n'))
    const { files } = await emitFixture(folder)
    expect(files.has(`${RUNTIME}body/unique-items.ts`)).toBe(expected)
    const model = files.get('src/generated/models/pet.ts') ?? ''
    expect(model.includes('keywords: [linearUniqueItems]')).toBe(expected)
  })
})

describe('the code for security schemes', () => {
  const filesOf = async (schemes: string, securedBy: string): Promise<ReadonlyMap<string, string>> => {
    const folder = temporaryFolder()
    const raml = `#%RAML 0.8\ntitle: T\nsecuritySchemes:\n${schemes}securedBy: ${securedBy}\n/health:\n  get:\n`
    writeFileSync(join(folder, 'api.raml'), raml)
    return (await emitFixture(folder)).files
  }
  const OAUTH = '  - oauth: { type: OAuth 2.0 }\n'
  const BASIC = '  - basic: { type: Basic Authentication }\n'
  const TICKET = '  - ticket: { type: x-Ticket, settings: { secret: auth_tkt_secret } }\n'

  it.each([
    ['is left out if the service issues all credentials', OAUTH + BASIC + TICKET, '[ticket]', []],
    [
      'calls only functions without OAuth 2.0',
      OAUTH + BASIC + TICKET,
      '[ticket, basic]',
      ['schemes', 'unstored'],
    ],
    [
      'verifies tokens with OAuth 2.0',
      OAUTH + BASIC,
      '[oauth]',
      ['schemes', 'settings', 'tokens', 'unstored'],
    ],
  ])('%s', async (_what, schemes, securedBy, expected) => {
    const files = await filesOf(schemes, securedBy)
    const found = [...files.keys()].flatMap(
      (path) => /^src\/generated\/runtime\/schemes\/(\w+)\.ts$/.exec(path)?.[1] ?? [],
    )
    expect(found).toEqual(expected)
    const hasTokens = expected.includes('tokens')
    expect(files.get('package.json')?.includes('"jose"')).toBe(hasTokens)
    expect(files.get('service.ini')?.includes('#oauth.issuer =')).toBe(hasTokens)
    expect(files.get('service.ini')).toContain('auth = true')
    if (expected.length === 0)
      for (const [path, text] of files)
        if (!path.startsWith('src/generated/runtime/'))
          expect(text, path).not.toMatch(/scheme:|externalSchemes|jose/)
  })
})

describe('a contract', () => {
  const contract = (secured: string, parameters: string): string => `openapi: 3.1.0
info: { title: T, version: '1' }
components:
  securitySchemes: { key: ${secured} }
  schemas:
    Pet:
      x-stored: true
      type: object
      required: [id, name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string } }
security: [{ key: [] }]
x-acl: { collection: allow authenticated all, item: allow authenticated all }
paths:
  /pets:
    get:
      parameters: [${parameters}]
      responses:
        '200': { description: '', content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } }
        '401': { description: '' }
`
  const OWN = '{ type: http, scheme: basic }'
  const TICKET = '{ type: apiKey, in: cookie, name: sid, x-ticket: { secret: auth_tkt_secret } }'
  const LIMIT = '{ name: limit, in: query, schema: { type: integer } }'
  const AFTER = '{ name: after, in: query, schema: { type: integer } }'
  const FILTER = '{ name: $filter, in: query, schema: { type: string } }'

  it.each<[string, string, string[]]>([
    [OWN, LIMIT, []],
    [OWN, `${LIMIT}, ${AFTER}`, ['contract/items-before.ts']],
    [OWN, `${LIMIT}, ${FILTER}`, ['contract/comparisons.ts']],
    [TICKET, LIMIT, ['auth/registration.ts', 'auth/routes.ts', 'auth/tickets.ts', 'sessions/ticket-seal.ts']],
  ])('with the scheme %s and the parameters %s has only their code', async (scheme, parameters, expected) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'api.yaml'), contract(scheme, parameters))
    const { files, diagnostics } = await emitApi(join(folder, 'api.yaml'), 'svc_sqla')
    expect(files.size, diagnostics).toBeGreaterThan(0)
    const optional = [
      'auth/registration.ts',
      'auth/routes.ts',
      'auth/tickets.ts',
      'contract/comparisons.ts',
      'contract/error-bodies.ts',
      'contract/items-before.ts',
      'contract/masks.ts',
      'contract/own-queries.ts',
      'sessions/ticket-seal.ts',
    ]
    expect(optional.filter((path) => files.has(`${RUNTIME}${path}`))).toEqual(expected)
    const { paths } = JSON.parse(files.get('openapi.json') ?? '{}')
    expect(files.get('README.md')?.includes('/users/self')).toBe('/users/self' in paths)
  })
})

describe('the code for access control', () => {
  interface Api {
    readonly scheme?: 'ticket' | 'key'
    readonly acl?: string
    /** The keywords of a field of users. */
    readonly field?: object
  }

  const filesOf = async ({ scheme = 'ticket', acl = 'allow everyone all', field = {} }: Api) => {
    const folder = temporaryFolder()
    const text = (settings: object = {}): object => ({
      type: 'string',
      _db_settings: { type: 'string', ...settings },
    })
    const properties = {
      username: text({ primary_key: true }),
      email: text({ unique: true }),
      password: text({ required: true }),
      role: { ...text(), ...field },
    }
    writeFileSync(
      join(folder, 'user.json'),
      JSON.stringify({ type: 'object', _auth_model: true, properties }),
    )
    const raml = [
      '#%RAML 0.8',
      'title: T',
      'securitySchemes:',
      '  - ticket: { type: x-Ticket, settings: { secret: auth_tkt_secret } }',
      '  - key: { type: x-ApiKey }',
      `  - acl: { type: x-ACL, settings: { collection: '${acl}', item: '${acl}' } }`,
      `securedBy: [${scheme}, acl]`,
      'schemas:',
      '  - User: !include user.json',
      '/users: { get: , post: { body: { application/json: { schema: User } } } }',
    ]
    writeFileSync(join(folder, 'api.raml'), raml.join('\n'))
    return (await emitFixture(folder)).files
  }

  it.each<[string, Api, string[]]>([
    ['only tickets', {}, []],
    ['API keys', { scheme: 'key' }, ['auth/api-keys.ts', 'sessions/limits.ts']],
    ['users in ACLs', { acl: 'allow ann view' }, ['users/reserved-names.ts']],
    ['functions in ACLs', { acl: 'allow {{is_friend}} view' }, ['auth/principals.ts', 'access/rule-text.ts']],
    ['read-only fields', { field: { readOnly: true } }, ['policy/write-rules.ts']],
    [
      'fields that only some callers write',
      { field: { _writable_by: ['g:admin'] } },
      ['auth/writers.ts', 'policy/write-rules.ts'],
    ],
    [
      'required fields of users',
      { field: { _db_settings: { type: 'string', required: true } } },
      ['users/system-fields.ts'],
    ],
  ])('is as long as an API with %s needs', async (_what, api, expected) => {
    const files = await filesOf(api)
    const optional = [
      'auth/api-keys.ts',
      'sessions/limits.ts',
      'auth/own-acls.ts',
      'auth/principals.ts',
      'users/reserved-names.ts',
      'access/rule-text.ts',
      'users/system-fields.ts',
      'auth/writers.ts',
      'policy/write-rules.ts',
    ]
    expect(optional.filter((path) => files.has(`${RUNTIME}${path}`))).toEqual(expected)
  })
})
