import { expect, it } from 'vitest'
import { PASSWORD } from './callers.js'
import { onDocument } from './documents.js'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ref = (name: string) => json({ $ref: `#/components/schemas/${name}` })
const created = (name: string) => ({
  requestBody: ref(name),
  responses: { 201: { description: 'Created', ...ref(name) }, 409: { description: 'Taken' } },
})
const text = { type: 'string' }
const everyone = { security: [], 'x-acl': { collection: 'allow everyone all' } }

const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  security: [{ bearer: [] }],
  'x-acl': { collection: 'allow authenticated all' },
  paths: {
    '/auth/members': { post: { ...created('Member'), ...everyone } },
    '/login': {
      post: {
        operationId: 'logIn',
        ...everyone,
        requestBody: json({ type: 'object', properties: { email: text, password: text } }),
        responses: { 200: { description: 'A token', ...json({ type: 'object' }) } },
      },
    },
    '/notes': { post: created('Note') },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Member: {
        type: 'object',
        'x-stored': true,
        'x-auth-model': true,
        required: ['email'],
        properties: {
          id: { ...text, format: 'uuid', readOnly: true },
          email: { ...text, 'x-db-settings': { unique: true } },
          password: { ...text, writeOnly: true },
        },
      },
      Note: {
        type: 'object',
        'x-stored': true,
        required: ['text', 'author'],
        properties: {
          id: { type: 'integer', readOnly: true },
          text,
          author: {
            ...text,
            readOnly: true,
            'x-relation': 'Member',
            'x-db-settings': { default: '{{user.id}}' },
          },
          editor: { ...text, 'x-relation': 'Member', default: '{{user.id}}' },
        },
      },
    },
  },
}

const code = {
  'src/actions/log-in.ts': `import { registry } from '../generated/index.js'

registry.action('log_in', async ({ body, checkPassword }) => ({
  token: (await checkPassword(body?.email ?? '', body?.password ?? '')).id,
}))
`,
  'src/schemes/bearer.ts': `import { registry } from '../generated/index.js'

registry.scheme('bearer', ({ credentials, models }) => models.member.findUnique({ where: { id: credentials } }))
`,
}

onDocument(
  'a contract with a login of its own',
  document,
  (service) => {
    it('has users who log in with their passwords, and are the default of what they create', async () => {
      const send = (path: string, body: object, token?: string) =>
        service().send('POST', path, body, token === undefined ? {} : { authorization: `Bearer ${token}` })
      const email = 'ada@example.com'
      const member = await send('/auth/members', { email, password: PASSWORD })
      expect([member.status, member.body]).toEqual([201, { id: expect.any(String), email }])
      expect((await send('/auth/members', { email, password: PASSWORD })).status).toBe(409)
      const { id } = member.body
      expect((await send('/login', { email, password: PASSWORD })).body).toEqual({ token: id })
      expect((await send('/login', { email, password: 'guess' })).status).toBe(401)
      expect((await send('/notes', { text: 'Mine' })).status).toBe(401)
      const note = await send('/notes', { text: 'Mine' }, String(id))
      expect([note.status, note.body]).toEqual([201, { id: 1, text: 'Mine', author: id, editor: id }])
      // Conflicts tell which users exist, so that a client gets only a few.
      for (let tries = 1; tries < 10; tries += 1) await send('/auth/members', { email, password: PASSWORD })
      expect((await send('/auth/members', { email, password: PASSWORD })).status).toBe(429)
    })
  },
  { everyEngine: true, code, settings: { auth: true } },
)

const { components, paths } = document

onDocument(
  'a login of a contract, of users who must verify their addresses',
  {
    ...document,
    security: [{ session: [] }],
    paths: { '/auth/members': paths['/auth/members'], '/login': paths['/login'] },
    components: {
      schemas: { Member: components.schemas.Member },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid', 'x-ticket': { secret: 'ticket_secret' } },
      },
    },
  },
  (service, { processes }) => {
    it('asks for the verification instead of returning the user, and has a mail sent', async () => {
      const send = (path: string, body: object) => service().send('POST', path, body)
      const email = 'ada@example.com'
      expect((await send('/auth/members', { email, password: PASSWORD })).status).toBe(201)
      const logins = [1, 2, 3].map(() => send('/login', { email, password: PASSWORD }))
      for (const { status, body } of await Promise.all(logins))
        expect([status, body['type']]).toEqual([403, 'urn:problem:email-not-verified'])
      expect((await send('/login', { email, password: 'guess' })).status).toBe(401)
      if (processes === undefined)
        await expect.poll(() => Reflect.get(globalThis, 'verified'), { timeout: 5000 }).toBe(email)
      Reflect.deleteProperty(globalThis, 'verified')
    })
  },
  {
    everyEngine: true,
    code: {
      'src/actions/log-in.ts': code['src/actions/log-in.ts'],
      'src/mail.ts': `import { registry } from './generated/index.js'

registry.mail(({ to }) => void Object.assign(globalThis, { verified: to }))
`,
    },
    settings: {
      auth: true,
      ticket_secret: 'a secret that these tests know',
      'accounts.verify': 'required',
    },
  },
)
