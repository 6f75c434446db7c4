import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { AUDIENCE, IdentityProvider } from '../testing/identity-provider.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import { testEngines } from './engines.js'
import { buildApi, removeProject, startService, type TestResponse, type TestService } from './service.js'

const provider = new IdentityProvider()
await provider.open()
afterAll(() => provider.close())

const SCHEMES = `
  securitySchemes:
    session: { type: apiKey, in: cookie, name: session, x-ticket: { secret: auth_tkt_secret } }
    keys: { type: apiKey, in: header, name: Authorization, x-api-key: true }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://login.example.com/token', scopes: { reports: '', items: '' } } } }
    otp: { type: apiKey, in: header, name: X-OTP }`

const USER = `
    User:
      type: object
      x-auth-model: true
      required: [username, email, password]
      properties:
        username: { type: string, x-db-settings: { type: string, primary_key: true } }
        email: { type: string, x-db-settings: { type: string, unique: true } }
        password: { type: string, minLength: 8, x-db-settings: { type: string } }
        groups: { type: array, items: { type: string }, x-db-settings: { type: list, item_type: string, choices: [admin, staff] } }`

const NOTE = `
    Note:
      type: object
      x-stored: true
      properties:
        code: { type: string, x-db-settings: { type: string, primary_key: true } }
        text: { type: string, x-db-settings: { type: string } }`

/** Returns an OpenAPI document with users, notes and these lines for the root and for paths. */
function openApi(root: string, paths: string): string {
  return `openapi: 3.1.0
info: { title: Credentials, version: '1' }
${root}
components:${SCHEMES}
  schemas:${USER}${NOTE}
paths:
  /users:
    post:
      x-acl: { collection: allow g:admin all, item: allow g:admin all }
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
      responses: { '201': { description: The user } }
  /users/{username}:
    x-acl: { collection: allow g:admin all, item: 'allow authenticated view, update' }
    parameters: [{ name: username, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: The user } } }
    patch:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
      responses: { '200': { description: The user } }
${paths}`
}

const CODE = {
  'src/schemes/otp.ts': `import { registry } from '../generated/index.js'

registry.scheme('otp', ({ credentials, user }) => (credentials['x-otp'] === '123456' ? (user ?? { username: 'root' }) : undefined))
`,
  'src/mail.ts': `import { registry } from './generated/index.js'

export const mails: object[] = []
Object.assign(globalThis, { mails })
registry.mail(async (mail) => {
  mails.push(mail)
})
`,
}

const bearer = (token: string): Known => ({ authorization: `Bearer ${token}` })
const apiKey = (name: string, token: unknown): Known => ({ authorization: `ApiKey ${name}:${String(token)}` })

/** Runs tests against a service for a document on each available engine. */
function onEveryEngineWith(
  title: string,
  document: string,
  tests: (service: () => TestService) => void,
  settings: Readonly<Record<string, string | number | boolean>> = {},
): void {
  const isExternal = document.includes('oauth: [')
  const folders = new Map<Engine, Promise<string>>()
  const folderFor = (engine: Engine): Promise<string> => {
    const known = folders.get(engine)
    if (known !== undefined) return known
    const folder = temporaryFolder()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'api.yaml'), document)
    const built = buildApi(join(folder, 'api.yaml'), engine, isExternal ? CODE : {}).then(
      (project) => project.folder,
    )
    folders.set(engine, built)
    return built
  }
  afterAll(async () => {
    for (const folder of folders.values()) removeProject(await folder)
  })
  describe.each(testEngines().map((engine) => [engine.name, engine] as const))(
    `${title} on %s`,
    (_name, engine) => {
      let service: TestService | undefined
      beforeAll(async () => {
        service = await startService(await folderFor(engine.engine), engine, {
          auth: true,
          ...withAdmin,
          ...(isExternal
            ? { 'oauth.issuer': provider.issuer, 'oauth.audience': AUDIENCE, 'oauth.local_users': true }
            : {}),
          'rate_limit.login_max': 100,
          ...settings,
        })
      })
      afterAll(() => service?.close())
      tests(() => {
        if (service === undefined) throw new Error('the service has not started')
        return service
      })
    },
  )
}

const OPEN_ACL = `{ collection: allow everyone all, item: allow everyone all }`

onEveryEngineWith(
  'the security of OpenAPI operations',
  openApi(
    '',
    `
  /notes:
    x-acl: ${OPEN_ACL}
    get: { security: [{ oauth: [reports] }], responses: { '200': { description: Notes } } }
    post:
      security: [{ session: [] }, {}]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses: { '201': { description: The note } }
    delete: { x-operation: delete_many, security: [{ session: [], otp: [] }], responses: { '200': { description: Count } } }
  /notes/{code}:
    x-acl: ${OPEN_ACL}
    parameters: [{ name: code, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: The note } } }
    patch:
      security: [{ keys: [] }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses: { '200': { description: The note } }
  /notes/{code}/print:
    x-acl: ${OPEN_ACL}
    parameters: [{ name: code, in: path, required: true, schema: { type: string } }]
    post: { security: [{ oauth: [items] }], responses: { '200': { description: Printed } } }
  /pulse:
    x-acl: {}
    get: { security: [{ oauth: [reports] }], responses: { '200': { description: Alive } } }
`,
  ),
  (service) => {
    const send = (method: string, path: string, as: Known = nobody, body?: unknown): Promise<TestResponse> =>
      service().send(method, path, body, as)
    const status = async (...request: Parameters<typeof send>): Promise<number> =>
      (await send(...request)).status

    it('rejects anonymous callers although the ACL allows everyone', async () => {
      expect(await status('POST', '/notes', nobody, { code: 'n', text: 'open' })).toBe(201)
      expect(await status('GET', '/notes')).toBe(401)
      expect(await status('GET', '/notes?text=open')).toBe(401)
      expect(await status('HEAD', '/notes')).toBe(401)
      expect(await status('GET', '/notes/n')).toBe(200)
      expect(await status('PATCH', '/notes/n', nobody, { text: 'x' })).toBe(401)
      expect(await status('POST', '/notes/n/print')).toBe(401)
      expect(await status('GET', '/pulse')).toBe(401)
      expect(await status('DELETE', '/notes')).toBe(401)
    })

    it('rejects credentials that the operation does not accept, and tokens without its scopes', async () => {
      const ticket = ticketOf(await logIn(service(), '', 'root'))
      const token = bearer(await provider.token({ sub: 'root', scope: 'items' }))
      const right = bearer(await provider.token({ sub: 'root', scope: 'reports' }))
      expect(await status('GET', '/notes', ticket)).toBe(401)
      expect(await status('GET', '/notes', token)).toBe(403)
      expect(await status('GET', '/notes', right)).toBe(200)
      expect(await status('GET', '/pulse', ticket)).toBe(401)
      expect(await status('GET', '/pulse', token)).toBe(403)
      expect(await status('POST', '/notes/n/print', ticket)).toBe(401)
      expect(await status('POST', '/notes/n/print', token)).toBe(501)
      expect(await status('DELETE', '/notes', ticket)).toBe(401)
      expect(await status('DELETE', '/notes', { 'x-otp': '123456' })).toBe(401)
      expect(await status('PATCH', '/notes/n', right, { text: 'x' })).toBe(401)
      const key = (await send('POST', '/auth/token', nobody, { login: 'root', password: PASSWORD })).body
      expect(await status('PATCH', '/notes/n', apiKey('root', key['token']), { text: 'x' })).toBe(200)
      expect(await status('DELETE', '/notes?text=x', { ...ticket, 'x-otp': '123456' })).toBe(200)
    })

    it('is shown in openapi.json', async () => {
      const { paths } = (await send('GET', '/openapi.json')).body
      expect(paths?.['/notes']?.['get']?.['security']).not.toContainEqual({})
      expect(paths?.['/notes']?.['get']?.['security']).toContainEqual({ oauth: ['reports'] })
      expect(paths?.['/notes']?.['post']?.['security']).toEqual([{ session: [] }, {}])
      expect(paths?.['/notes']?.['delete']?.['security']).toEqual([{ session: [], otp: [] }])
    })
  },
)

onEveryEngineWith(
  'items whose own routes require a scope',
  openApi(
    '',
    `
  /papers:
    x-acl: ${OPEN_ACL}
    get: { security: [{ oauth: [reports] }], responses: { '200': { description: Papers } } }
    post:
      security: [{ oauth: [reports] }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Paper' } } } }
      responses: { '201': { description: The paper } }
  /shelves:
    x-acl: ${OPEN_ACL}
    get: { security: [{ session: [] }, { oauth: [items] }], responses: { '200': { description: Shelves } } }
    post:
      security: [{ session: [] }, { otp: [] }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
      responses: { '201': { description: The shelf } }
`,
  ).replace(
    NOTE,
    `
    Shelf:
      type: object
      x-stored: true
      x-nested-relationships: [papers]
      properties:
        code: { type: string, x-db-settings: { type: string, primary_key: true } }
        papers: { type: array, x-db-settings: { type: relationship, document: Paper, backref_name: shelf } }
    Paper:
      type: object
      x-stored: true
      properties:
        code: { type: string, x-db-settings: { type: string, primary_key: true } }
        secret: { type: string, x-db-settings: { type: string } }
        shelf_code: { type: string, x-db-settings: { type: foreign_key, ref_document: Shelf, ref_column: shelf.code, ref_column_type: string } }`,
  ),
  (service) => {
    it('are neither nested nor a filter without it', async () => {
      const ticket = ticketOf(await logIn(service(), '', 'root'))
      const items = bearer(await provider.token({ sub: 'root', scope: 'items' }))
      const reports = bearer(await provider.token({ sub: 'root', scope: 'items reports' }))
      expect((await service().send('POST', '/shelves', { code: 's' }, ticket)).status).toBe(201)
      const paper = { code: 'p', secret: 'plans', shelf: 's' }
      expect((await service().send('POST', '/papers', paper, reports)).status).toBe(201)
      for (const without of [ticket, items]) {
        const { status, body } = await service().send('GET', '/shelves', undefined, without)
        expect([status, body['count']]).toEqual([200, 1])
        expect(JSON.stringify(body)).not.toContain('plans')
        const filtered = await service().send('GET', '/shelves?papers.secret=plans', undefined, without)
        expect(filtered.status).toBe(403)
      }
      const { body } = await service().send('GET', '/shelves?papers.secret=plans', undefined, reports)
      expect(JSON.stringify(body)).toContain('plans')
    })
  },
)

describe.each(['no scheme', 'oauth: [reports] }, { otp: []'])('next to %s', (other) =>
  onEveryEngineWith(
    'a ticket and an API key together',
    openApi(
      '',
      `
  /notes:
    x-acl: ${OPEN_ACL}
    get: { security: [{ session: [], keys: [] }], responses: { '200': { description: Notes } } }
  /count:
    post: { security: [{ keys: [], session: [] }], responses: { '200': { description: Count } } }
${
  other === 'no scheme'
    ? ''
    : `  /pulse:
    get: { security: [{ ${other} }], responses: { '200': { description: Alive } } }`
}
`,
    ),
    (service) => {
      it('are both required, of the same user', async () => {
        const users = await Promise.all(
          ['eve', 'mia'].map(async (username) => {
            const user = { username, email: `${username}@example.com`, password: PASSWORD }
            const ticket = ticketOf(await service().send('POST', '/auth/register', user, nobody))
            const login = { login: username, password: PASSWORD }
            const { body } = await service().send('POST', '/auth/token', login, nobody)
            return { ticket, key: apiKey(username, body['token']) }
          }),
        )
        const [eve = { ticket: nobody, key: nobody }, mia = eve] = users
        for (const [method, path, passed] of [
          ['GET', '/notes', 200],
          ['POST', '/count', 501],
        ] as const) {
          const statuses: number[] = []
          for (const headers of [
            nobody,
            eve.ticket,
            eve.key,
            { ...eve.ticket, ...mia.key },
            { ...eve.ticket, ...eve.key },
          ])
            statuses.push((await service().send(method, path, undefined, headers)).status)
          expect([path, ...statuses]).toEqual([path, 401, 401, 401, 401, passed])
        }
      })
    },
  ),
)
/** Uses the schemes that the root does not name. */
const PULSE = `  /pulse:
    x-acl: {}
    get: { security: [{ oauth: [reports] }, { otp: [] }], responses: { '200': { description: Alive } } }
`

onEveryEngineWith(
  'tokens that are made with others',
  openApi(
    'security: [{ session: [] }, { keys: [] }, { oauth: [] }]',
    `
  /notes:
    x-acl: ${OPEN_ACL}
    get: { security: [{ oauth: [reports] }, { keys: [] }], responses: { '200': { description: Notes } } }
${PULSE}`,
  ),
  (service) => {
    it('have their expiry, groups and scopes', async () => {
      const exp = Math.floor(Date.now() / 1000) + 3
      const maker = bearer(await provider.token({ sub: 'root', scope: 'items', roles: [], exp }))
      const body = { name: 'mine', expires_at: '2100-01-01T00:00:00Z' }
      const made = await service().send('POST', '/auth/tokens', body, maker)
      expect(made).toMatchObject({ status: 201, body: { expires_at: new Date(exp * 1000).toISOString() } })
      const key = apiKey('root', made.body['token'])
      const user = { username: 'eve', email: 'eve@example.com', password: PASSWORD, groups: ['admin'] }
      expect((await service().send('POST', '/users', user, key)).status).toBe(403)
      expect((await service().send('GET', '/notes', undefined, key)).status).toBe(403)
      expect((await service().send('GET', '/users/self', undefined, key)).status).toBe(200)
    })
  },
  { 'oauth.groups_claim': 'roles' },
)

onEveryEngineWith('built-in routes', openApi('security: [{ session: [], otp: [] }]', PULSE), (service) => {
  it('require the combination of the root', async () => {
    const ticket = ticketOf(await logIn(service(), '', 'root'))
    const both = { ...ticket, 'x-otp': '123456' }
    const change = { password: PASSWORD, new_password: PASSWORD }
    for (const [method, path, body] of [
      ['GET', '/users/self', undefined],
      ['GET', '/auth/sessions', undefined],
      ['POST', '/auth/change_password', change],
    ] as const) {
      expect([path, (await service().send(method, path, body, ticket)).status]).toEqual([path, 401])
      expect([path, (await service().send(method, path, body, both)).status]).toEqual([path, 200])
    }
  })
})

onEveryEngineWith(
  'names',
  openApi(
    'security: [{ session: [] }, { oauth: [] }]',
    `
  /notes:
    x-acl: { collection: 'allow boss all; allow authenticated view', item: 'allow ghost update; allow boss all' }
    get: { responses: { '200': { description: Notes } } }
${PULSE}`,
  ).replace('collection: allow g:admin all, item: allow g:admin all', 'collection: allow everyone create'),
  (service) => {
    const made = async (path: string, username: string, as: Known = nobody): Promise<number> => {
      const email = `n${count++}@example.com`
      const body = { username, email, password: PASSWORD }
      return (await service().send('POST', path, body, as)).status
    }
    let count = 0

    it('in access rules belong to the users whom admins create', async () => {
      const user = { username: 'eve', email: 'eve@example.com', password: PASSWORD }
      const eve = ticketOf(await service().send('POST', '/auth/register', user, nobody))
      for (const name of ['boss', 'ghost', '\uff42oss', 'b\u2060oss', 'boss\u200b', 'bo\u00adss'])
        for (const [path, as] of [
          ['/auth/register', nobody],
          ['/users', eve],
        ] as const)
          expect([400, path, name]).toEqual([await made(path, name, as), path, name])
      const token = async (sub: string): Promise<number> => {
        const claims = { sub, email: `${sub.length}@example.com`, email_verified: true }
        const headers = bearer(await provider.token(claims))
        return (await service().send('GET', '/notes', undefined, headers)).status
      }
      expect(await token('boss')).toBe(403)
      expect(await token('\uff42oss')).toBe(403)
      expect(await token('bos')).toBe(200)
      const ticket = ticketOf(await logIn(service(), '', 'root'))
      expect(await made('/users', 'boss', ticket)).toBe(201)
    })

    it('have one spelling, show all their characters, and are no paths', async () => {
      const bad = [
        '',
        ' ',
        'a/b',
        '/',
        'a\u200bb',
        'a\u3164',
        '\u2800',
        'a\ufe0f',
        'a\u00a0',
        'e\u034f',
        '\ue000',
      ]
      for (const name of bad) expect([400, name]).toEqual([await made('/auth/register', name), name])
      expect(await made('/auth/register', 'Zo\u00eb')).toBe(201)
      expect(await made('/auth/register', 'Zoe\u0308')).toBe(409)
      expect((await logIn(service(), '', 'Zoe\u0308')).status).toBe(200)
    })

    it('of mailboxes have one spelling, and are one address', async () => {
      const register = async (email: string): Promise<number> => {
        const body = { username: `m${count++}`, email, password: PASSWORD }
        return (await service().send('POST', '/auth/register', body, nobody)).status
      }
      for (const email of [
        'x,y@example.com',
        'x\uff0cy@example.com',
        'x;y@example.com',
        '"x"@example.com',
        'x(comment)@example.com',
        'x<y@example.com',
        'a@b@example.com',
        'x\u200b@example.com',
        'x y@example.com',
        'x\r\nBcc:y@example.com',
        'x:y@example.com',
        'x\\y@example.com',
        'x@[127.0.0.1]',
      ])
        expect([400, email]).toEqual([await register(email), email])
      expect(await register('Ida@B\u00fccher.example')).toBe(201)
      for (const email of [
        'ida@b\u00fccher.example',
        'IDA@B\u00dcCHER.example',
        'ida@xn--bcher-kva.example',
        '\uff49da@bu\u0308cher.example',
      ])
        expect([409, email]).toEqual([await register(email), email])
      expect((await logIn(service(), '', 'IDA@xn--bcher-kva.EXAMPLE')).status).toBe(200)
    })
  },
  { 'oauth.register': true },
)
