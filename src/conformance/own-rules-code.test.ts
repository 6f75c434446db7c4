import { beforeAll, expect, it } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import type { Body, TestResponse } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const HANDLER = `
import { registry } from '../generated/index.js'

registry.add('set_item_owner', (event) => {
  const given = event.view.request.headers['rules']
  if (given !== undefined) event.setFieldValue('_acl', JSON.parse(String(given)))
})
`

const PROCESSOR = `
import { registry } from '../generated/index.js'

registry.add('lowercase', (newValue, { event, field }) => {
  if (event.model === 'User' && field === 'email')
    event.setFieldValue('_acl', newValue === 'bad@example.com' ? 'deny' : 'deny g:user view, delete')
  return newValue
})
`

const APP = `
import type { FastifyInstance } from 'fastify'
import { createService, type SettingValues, type StoryCreate } from './generated/index.js'

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  type Rules = StoryCreate['_acl']

  app.post<{ Body: { title: string; rules: Rules } }>('/create', async ({ body: { title, rules } }) =>
    app.models.story.createMany({ data: [{ name: title, _acl: rules }] }),
  )
  app.post<{ Body: { title: string; rules: Rules } }>('/update', async ({ body: { title, rules } }) =>
    app.models.story.updateMany({ where: { name: title }, data: { _acl: rules } }),
  )
  app.post<{ Body: { title: string; user: string } }>('/share', async ({ body: { title, user } }) =>
    app.models.story.create({
      data: { name: title, _acl: [{ effect: 'allow', principal: user, permissions: ['update', 'delete'] }] },
    }),
  )
  // Writes the rules back that it reads.
  app.post<{ Body: { title: string } }>('/copy', async ({ body: { title } }) => {
    const story = await app.models.story.findFirst({ where: { name: title } })
    const rules: string[] | null = story?._acl ?? null
    await app.models.story.updateMany({ where: { name: title }, data: { _acl: rules } })
    return { rules }
  })

  await app.ready()
  return app
}
`

/** Forms of one list of rules. */
const FORMS: readonly unknown[] = [
  ['deny g:user view, update', 'allow authenticated view'],
  'deny g:user view update; allow authenticated view',
  'deny g:user view,update\nallow authenticated view\n',
  [{ effect: 'deny', principal: 'g:user', permissions: ['view', 'update'] }, 'allow authenticated view'],
  [
    'DENY  user  view,  update,',
    { effect: 'allow', principal: 'authenticated', permissions: ['view', 'view'] },
  ],
]

const MALFORMED: readonly unknown[] = [
  'allow',
  ['allow amy'],
  ['allow amy fly'],
  ['allow amy view; deny bob view'],
  ['allow "amy view'],
  ['allow {{item_owner}} view'],
  [7],
  7,
  [['allow amy view']],
  { effect: 'allow', principal: 'amy' },
  [{ effect: 'maybe', principal: 'amy', permissions: ['view'] }],
  [{ effect: 'allow', principal: '', permissions: ['view'] }],
  [{ effect: 'allow', principal: 'amy', permissions: [] }],
  [{ effect: 'allow', principal: 'amy', permissions: [7] }],
  [{ effect: 'allow', principal: '{{item_owner}}', permissions: ['view'] }],
]

onEveryEngine(
  'handlers',
  (service) => {
    let root: Known = nobody
    const people: Record<string, Known> = {}
    const send = (who: Known, method: string, path: string, body?: unknown, more: Known = {}) =>
      service().send(method, path, body, { ...who, ...more })
    const byHandler = (rules: unknown): Promise<TestResponse> =>
      send(root, 'POST', '/v1/stories', { name: 'x' }, { rules: JSON.stringify(rules) })
    const total = async (): Promise<unknown> => (await send(root, 'GET', '/v1/stories?_count')).body['total']
    const ruleOf = async (path: string): Promise<Body | undefined> =>
      (await send(root, 'GET', path)).body['_acl']

    /** A name that contains a rule for everyone, if it is inserted into the text of a rule. */
    const TRICKY = ['everyone all,', 'a "b" c', '"quoted"', 'x update']

    beforeAll(async () => {
      root = ticketOf(await logIn(service(), '/v1', 'root'))
      for (const [index, username] of ['amy', ...TRICKY].entries()) {
        const email = `someone${index}@example.com`
        const body = { username, email, password: PASSWORD }
        people[username] = ticketOf(await send(nobody, 'POST', '/v1/auth/register', body))
      }
    })

    it('rules that code sets are parsed in every form', async () => {
      for (const [index, rules] of FORMS.entries()) {
        const { status, body } = await byHandler(rules)
        const title = `form ${index}`
        const made = await send(root, 'POST', '/create', { title, rules })
        await send(root, 'POST', '/create', { title: `${title} later`, rules: null })
        expect(await send(root, 'POST', '/update', { title: `${title} later`, rules })).toMatchObject({
          body: { count: 1 },
        })
        expect([rules, status, made.status]).toEqual([rules, 201, 200])
        const keys = [body['_pk'], made.body[0]?.['id']]
        const later = await send(root, 'GET', encodeURI(`/v1/stories?name=${title} later`))
        for (const key of [...keys, later.body['data']?.[0]?.['_pk']]) {
          const path = `/v1/stories/${String(key)}`
          const principal = index === 4 ? 'user' : 'g:user'
          expect([rules, await ruleOf(path)]).toEqual([
            rules,
            [`deny ${principal} view`, `deny ${principal} update`, 'allow authenticated view'],
          ])
          expect((await send(people['amy'] ?? nobody, 'GET', path)).status).toBe(403)
          expect((await send(nobody, 'GET', path)).status).toBe(200)
        }
      }
    })

    it('a malformed rule is an error, and nothing is stored', async () => {
      const before = await total()
      const kept = await send(root, 'POST', '/create', { title: 'kept', rules: 'allow amy view' })
      for (const rules of MALFORMED) {
        const statuses = [
          await byHandler(rules),
          await send(root, 'POST', '/create', { title: 'x', rules }),
          await send(root, 'POST', '/update', { title: 'kept', rules }),
        ].map(({ status }) => status)
        expect([rules, statuses]).toEqual([rules, [500, 500, 500]])
      }
      expect(await total()).toBe(Number(before) + 1)
      expect(await ruleOf(`/v1/stories/${String(kept.body[0]?.['id'])}`)).toEqual(['allow amy view'])
    })

    it('the name of a user in an object is never parsed, also when rules are written back', async () => {
      for (const name of TRICKY) {
        const { body } = await send(root, 'POST', '/share', { title: `of ${name}`, user: name })
        const path = `/v1/stories/${String(body['id'])}`
        for (const way of ['as written', 'by code', 'by a client']) {
          if (way === 'by code') await send(root, 'POST', '/copy', { title: `of ${name}` })
          if (way === 'by a client') await send(root, 'PATCH', path, { _acl: await ruleOf(path) })
          for (const [who, ticket] of Object.entries(people)) {
            const { status } = await send(ticket, 'PATCH', path, { name: `of ${name}` })
            expect([name, way, who, status]).toEqual([name, way, who, who === name ? 200 : 403])
          }
        }
        expect(await send(people[name] ?? nobody, 'DELETE', path)).toMatchObject({ status: 200 })
      }
    })

    it('a processor can set rules', async () => {
      const user = (username: string) =>
        send(root, 'POST', '/v1/users', { username, email: `${username}@example.com`, password: PASSWORD })
      expect((await user('good')).status).toBe(201)
      expect(await ruleOf('/v1/users/good')).toEqual(['deny g:user view', 'deny g:user delete'])
      expect((await send(people['amy'] ?? nobody, 'GET', '/v1/users/good')).status).toBe(403)
      expect((await user('bad')).status).toBe(500)
      expect((await send(root, 'GET', '/v1/users/bad')).status).toBe(404)
    })
  },
  {
    settings: { ...withAdmin, database_acls: true, 'rate_limit.login_max': 100 },
    code: {
      ...userCode('handlers'),
      'src/app.ts': APP,
      'src/handlers/set-item-owner.ts': HANDLER,
      'src/processors/lowercase.ts': PROCESSOR,
    },
  },
)
