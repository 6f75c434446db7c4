import { describe, expect, it } from 'vitest'
import { sendLate } from './late-body.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const APP = `
import type { FastifyInstance } from 'fastify'
import { BadRequest, Conflict, createService, openModels, type Repositories, type SettingValues, UniqueViolation } from './generated/index.js'

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)

  app.get('/me', async ({ user }) => ({ name: user?.username ?? null, fields: Object.keys(user ?? {}) }))

  app.get('/caller', async ({ caller }) => ({ text: JSON.stringify(caller) }))

  app.post<{ Params: { title: string } }>('/publish/:title', async (request) => {
    const story = await app.models.story.findFirst({ where: { title: request.params.title } })
    if (story === undefined) throw new BadRequest('no such story')
    await app.authorize(request, 'update', 'Story', story)
    return { owner: story.owner }
  })

  app.get<{ Params: { name: string } }>('/related/:name', async (request) => {
    const where = { username: request.params.name }
    const user = await app.models.user.findUnique({ where, include: { stories: true, profile: true } })
    const [story] = await app.models.story.findMany({ where: { owner: request.params.name }, include: { owner: true } })
    const [deep] = await app.models.story.findMany({
      where: { owner: request.params.name },
      include: { owner: { select: { score: true }, include: { stories: { include: { owner: true } }, profile: true } } },
    })
    return {
      deep: deep?.owner && {
        fields: Object.keys(deep.owner).toSorted(),
        owners: deep.owner.stories.map(({ title, owner }) => [title, owner?.username]),
        profile: deep.owner.profile?.user,
      },
      stories: user?.stories.map(({ title }) => title),
      profile: user?.profile?.user ?? null,
      owner: story?.owner?.username ?? null,
    }
  })

  app.post('/may-create', async (request) => {
    await app.authorize(request, 'create', 'Story')
    return {}
  })

  app.post<{ Params: { name: string }; Body: { by: number | string } }>('/score/:name', async (request) => {
    const { name } = request.params
    const data = { score: { increment: Number(request.body.by) } }
    return (await app.models.user.update({ where: { username: name }, data })) ?? null
  })

  app.post<{ Params: { name: string } }>('/clear/:name', async (request) => {
    const where = { username: request.params.name }
    await app.models.user.update({ where, data: { score: null } })
    return app.models.user.update({ where, data: { score: { increment: 1 }, name: 'without a score' } })
  })

  app.post<{ Body: { by: number } }>('/fees', async (request) => {
    return app.models.story.updateMany({ data: { fee: { increment: request.body.by } } })
  })

  // Reads and writes in separate statements, so changes would be lost without the lock.
  app.post<{ Params: { name: string } }>('/number/:name', async (request) => {
    const where = { username: request.params.name }
    return app.transaction(async (models) => {
      const user = await models.user.findUnique({ where, lock: true })
      const score = Number(user?.score ?? 0) + 1
      await models.user.update({ where, data: { score } })
      return { score }
    })
  })

  app.post<{ Params: { name: string } }>('/lock/:name', async (request) => {
    await app.models.user.findUnique({ where: { username: request.params.name }, lock: true })
    return {}
  })

  app.post<{ Body: { title: string } }>('/repository', async ({ body }) => app.models.story.create({ data: body }))

  app.post<{ Body: { title: string } }>('/own-transaction', async ({ body }) =>
    app.transaction((models) => models.story.create({ data: body })),
  )

  app.post<{ Body: { username: string; email: string } }>('/sign-up', async ({ body }) => {
    const { username, email } = await app.models.user.create({ data: { ...body, password: 'a password' } })
    return { username, email }
  })

  // Changes the caller's password, and then writes twice.
  app.post<{ Body: { password: string } }>('/own-password', async ({ body, user }) => {
    const where = { username: user?.username ?? '' }
    await app.models.user.update({ where, data: { password: body.password } })
    await app.models.story.create({ data: { title: 'changed the password' } })
    return app.transaction((models) => models.user.update({ where, data: { name: 'Changed' } }))
  })

  app.post('/rollback', async () => {
    await app.transaction(async (models) => {
      await models.story.create({ data: { title: 'rolled back' } })
      throw new BadRequest('on purpose')
    })
  })

  const story = (title: string) => ({ data: { title } })
  const user = (username: string) => ({ data: { username, email: username + '@example.com', password: 'a password' } })
  const ways: Record<string, (models: Repositories) => Promise<unknown>> = {
    'other repositories': () => app.models.story.create(story('outside')),
    'another transaction': () => app.transaction((models) => models.story.create(story('outside'))),
    'a script': async () => {
      const { models, close } = await openModels(settings)
      return models.story.create(story('outside')).finally(close)
    },
    'a nested transaction of other repositories': () =>
      app.models.story.transaction((stories) => stories.create(story('outside'))),
    'a nested transaction of all other repositories': () =>
      app.models.$transaction((models) => models.story.create(story('outside'))),
    'an injected request': async () => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/v1/auth/register',
        payload: { username: 'injected', email: 'injected@example.com', password: 'a password' },
      })
      if (statusCode !== 201) throw new Error('rejected')
    },
    siblings: (models) =>
      Promise.allSettled([
        models.story.transaction((stories) => stories.create(story('a sibling'))),
        models.user.transaction(async (users) => {
          await users.create(user('sibling'))
          await users.create(user('root'))
        }),
        models.story.transaction((stories) => stories.create(story('another sibling'))),
      ]),
    caught: async (models) => {
      await models.user.create(user('root')).catch(() => undefined)
      return models.story.create(story('after the error'))
    },
    'caught last': (models) => models.user.create(user('root')).catch(() => undefined),
    'caught in a savepoint': async (models) => {
      await models.story.create(story('before'))
      const nested = models.user.transaction(async (users) => {
        await users.create(user('nested'))
        await users.create(user('root'))
      })
      await nested.catch((error) => {
        if (!(error instanceof UniqueViolation)) throw error
      })
      return models.story.create(story('after'))
    },
    'caught in a nested transaction': async (models) => {
      await models.story.create(story('before'))
      const nested = models.$transaction(async (inner) => {
        await inner.user.create(user('nested'))
        await inner.story.create(story('nested'))
        await inner.user.create(user('root'))
      })
      await nested.catch((error) => {
        if (!(error instanceof UniqueViolation)) throw error
      })
      return models.story.create(story('after'))
    },
    'invalid value': async (models) => {
      await models.story.create({ data: { title: 'x', owner: 'nobody' } }).catch(() => undefined)
      return models.story.create(story('after the error'))
    },
  }

  app.post<{ Body: { way: string } }>('/transaction', async ({ body }) => {
    await app.transaction(async (models) => {
      await models.story.create(story('inside'))
      await ways[body.way]?.(models)
    })
    return {}
  })

  app.post('/upsert', async () => {
    const create = { username: 'ups', email: 'ups@example.com', password: 'a password' }
    return app.models.user.upsert({ where: { username: 'ups' }, create, update: { score: { increment: 1 } } })
  })

  // Errors of plugins, as those of @fastify/sensible and @fastify/under-pressure.
  const errors: Record<string, object> = {
    public: { statusCode: 402, expose: true },
    overload: { statusCode: 503, code: 'FST_UNDER_PRESSURE' },
    private: { statusCode: 404, code: 'UPSTREAM' },
  }

  app.get<{ Params: { kind: string } }>('/plugin/:kind', async ({ params }) => {
    throw Object.assign(new Error('a message'), errors[params.kind])
  })

  app.post('/errors', async () => {
    try {
      await app.models.user.create(user('root'))
      return {}
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      return { isConflict: error instanceof Conflict, status: error.status, model: error.model, fields: error.fields }
    }
  })

  app.post('/script', async () => {
    const { models, transaction, close } = await openModels(settings)
    const user = await transaction((inside) =>
      inside.user.create({ data: { username: 'script', email: 'script@example.com', password: 'a password' } }),
    )
    const count = await models.user.count()
    await close()
    return { hashed: user.password.startsWith('$argon2id$'), groups: user.groups, count }
  })

  await app.ready()
  return app
}
`

const IS_OWNER = `
import { NotFound, registry } from '../generated/index.js'

/**
 * Allows the owner and everyone whose score is positive. On PATCH, also stores a notice, in the request's transaction
 * if there is one.
 */
registry.add('is_owner', async ({ ace, item, user, models, request }) => {
  if (item === undefined || user === undefined) return undefined
  if ('title' in item && item.title === 'hidden') throw new NotFound('There is no such story.')
  const known = await models.user.findUnique({ where: { username: user.username } })
  if (request.method === 'PATCH') await models.notice.create({ data: { title: 'asked by ' + user.username } })
  const isOwner = 'owner' in item && item.owner === user.username
  if (!isOwner && Number(known?.score ?? 0) <= 0) return undefined
  return [{ effect: ace.effect, principal: user.username, permissions: ace.permissions }]
})
`

const ADMIN = { login: 'root', password: 'the password of root' }

onEveryEngine(
  'members',
  (service, engine) => {
    const logIn = async (login: string, password: string): Promise<{ cookie: string }> => {
      const { headers } = await service().send('POST', '/v1/auth/login', { login, password })
      return { cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
    }
    const register = async (username: string): Promise<{ cookie: string }> => {
      const body = { username, email: `${username}@example.com`, password: 'a good password' }
      const { status } = await service().send('POST', '/v1/auth/register', body)
      expect(status).toBe(201)
      return logIn(username, 'a good password')
    }
    const send = (path: string, body: unknown, headers = {}) => service().send('POST', path, body, headers)

    it.each([
      'other repositories',
      'another transaction',
      'a script',
      'a nested transaction of other repositories',
      'a nested transaction of all other repositories',
      'an injected request',
    ])('rejects a write through %s inside a transaction at once', async (way) => {
      const titles = async (): Promise<unknown> =>
        (await service().send('GET', '/v1/stories?_count')).body['total']
      const before = await titles()
      expect((await send('/transaction', { way })).status).toBe(500)
      expect(await titles()).toBe(before)
      expect((await send('/transaction', { way: 'nothing' })).status).toBe(200)
      expect(await titles()).toBe(Number(before) + 1)
    })

    it.each([
      ['caught', 500],
      ['caught last', 409],
      ['invalid value', 500],
    ])('rolls back a transaction after an error that is %s', async (way, status) => {
      const total = async (): Promise<unknown> =>
        (await service().send('GET', '/v1/stories?_count')).body['total']
      const before = await total()
      expect((await send('/transaction', { way })).status).toBe(status)
      expect(await total()).toBe(before)
    })

    it.each(['caught in a savepoint', 'caught in a nested transaction'])(
      'undoes only what a nested transaction wrote, on databases that have them: %s',
      async (way) => {
        const total = async (): Promise<number> =>
          Number((await service().send('GET', '/v1/stories?_count')).body['total'])
        const before = await total()
        const { status } = await send('/transaction', { way })
        const hasSavepoints = engine.engine === 'svc_sqla'
        expect([status, await total()]).toEqual(hasSavepoints ? [200, before + 3] : [500, before])
        expect(
          (
            await service().send(
              'GET',
              '/v1/users/nested',
              undefined,
              await logIn(ADMIN.login, ADMIN.password),
            )
          ).status,
        ).toBe(404)
      },
    )

    it('runs nested transactions of one transaction one after another', async () => {
      const total = async (): Promise<number> =>
        Number((await service().send('GET', '/v1/stories?_count')).body['total'])
      const before = await total()
      expect((await send('/transaction', { way: 'siblings' })).status).toBe(200)
      expect(await total()).toBe(before + (engine.engine === 'svc_sqla' ? 3 : 1))
      const admin = await logIn(ADMIN.login, ADMIN.password)
      expect((await service().send('GET', '/v1/users/sibling', undefined, admin)).status).toBe(404)
    })

    it('upserts concurrently', async () => {
      const responses = await Promise.all(Array.from({ length: 8 }, () => send('/upsert', {})))
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
      expect(await send('/score/ups', { by: 0 })).toMatchObject({ body: { score: expect.any(Number) } })
    })

    it('sends the status and message of errors that plugins mean for clients', async () => {
      const get = (kind: string) => service().send('GET', `/plugin/${kind}`)
      expect(await get('public')).toMatchObject({ status: 402, body: { detail: 'a message' } })
      expect(await get('overload')).toMatchObject({ status: 503, body: { detail: 'a message' } })
      const { status, body } = await get('private')
      expect(status).toBe(500)
      expect(body['detail']).not.toContain('a message')
    })

    it('throws errors that code can catch', async () => {
      expect((await send('/errors', {})).body).toMatchObject({ isConflict: true, status: 409, model: 'User' })
    })

    it('passes the user, without the password, to user-defined routes', async () => {
      expect((await service().send('GET', '/me')).body).toEqual({ name: null, fields: [] })
      const ann = await register('ann')
      const { body } = await service().send('GET', '/me', undefined, ann)
      expect(body['name']).toBe('ann')
      expect(body['fields']).not.toContain('password')
      const caller = await service().send('GET', '/caller', undefined, ann)
      expect(String(caller.body['text'])).not.toContain('argon2')
    })

    it('stores names and addresses of users in the same form as requests', async () => {
      const made = await send('/sign-up', { username: '\uff5aed', email: 'Z.Ed@EXAMPLE.com' })
      expect([made.status, made.body]).toEqual([200, { username: 'zed', email: 'z.ed@example.com' }])
      const others = [
        { username: 'zed', email: 'other@example.com' },
        { username: 'other', email: 'z.\uff45d@example.com' },
      ]
      for (const user of others) expect((await send('/sign-up', user)).status).toBe(409)
    })

    it('rejects writes of a session that has ended since the request began', async () => {
      await register('iva')
      for (const path of ['/repository', '/own-transaction']) {
        const stolen = await logIn('iva', 'a good password')
        const owner = await logIn('iva', 'a good password')
        const late = await sendLate(
          (body) => send(path, body, { ...stolen, 'content-type': 'application/json' }),
          { title: 'too late' },
          () => send('/v1/auth/logout', { everywhere: true }, owner),
        )
        expect([path, late.status]).toEqual([path, 401])
        expect((await send(path, { title: 'in time' }, await logIn('iva', 'a good password'))).status).toBe(
          200,
        )
      }
      expect((await service().send('GET', '/v1/stories?title=too late&_count')).body).toEqual({ total: 0 })
    })

    it('lets a request write after it has changed its own password, once if sessions compete', async () => {
      await register('jan')
      const tickets = [
        await logIn('jan', 'a good password'),
        await logIn('jan', 'a good password'),
        await logIn('jan', 'a good password'),
      ]
      const changes = await Promise.all(
        tickets.map((ticket, index) => send('/own-password', { password: `new password ${index}` }, ticket)),
      )
      expect(changes.map(({ status }) => status).sort()).toEqual([200, 401, 401])
      expect(changes.find(({ status }) => status === 200)?.body).toMatchObject({ name: 'Changed' })
    })

    it('authorizes user-defined routes in the same way as generated routes', async () => {
      const [ben, cem] = [await register('ben'), await register('cem')]
      const created = await send('/v1/stories', { title: 'bens', owner: 'ben' }, ben)
      expect(created.status).toBe(201)
      expect(await send('/publish/bens', {}, ben)).toMatchObject({ status: 200, body: { owner: 'ben' } })
      expect(await send('/publish/bens', {}, cem)).toMatchObject({ status: 403 })
      expect(await send('/publish/bens', {})).toMatchObject({ status: 401 })
      expect(await send('/may-create', {})).toMatchObject({ status: 401 })
      expect(await send('/may-create', {}, cem)).toMatchObject({ status: 200 })
      expect(await send('/may-create', {}, await logIn(ADMIN.login, ADMIN.password))).toMatchObject({
        status: 200,
      })
    })

    it('includes related items from either end of a relationship', async () => {
      const uma = await register('uma')
      for (const title of ['one', 'two']) await send('/v1/stories', { title, owner: 'uma' }, uma)
      const related = async (): Promise<unknown> => (await service().send('GET', '/related/uma')).body
      const deep = {
        fields: ['profile', 'score', 'stories'],
        owners: [
          ['one', 'uma'],
          ['two', 'uma'],
        ],
      }
      expect(await related()).toEqual({ deep, stories: ['one', 'two'], profile: null, owner: 'uma' })
      const admin = await logIn(ADMIN.login, ADMIN.password)
      expect(await send('/v1/users/uma/profile', {}, admin)).toMatchObject({ status: 201 })
      expect(await related()).toMatchObject({ deep: { ...deep, profile: 'uma' }, profile: 'uma' })
    })

    it("gives principal functions repositories that use the request's transaction", async () => {
      const [dan, eva] = [await register('dan'), await register('eva')]
      const { body } = await send('/v1/stories', { title: 'dans', owner: 'dan' }, dan)
      const story = `/v1/stories/${String(body['_pk'])}`
      const notices = async (): Promise<unknown> =>
        (await service().send('GET', '/v1/notices?_count&title=asked by eva')).body
      expect(await service().send('PATCH', story, { title: 'evas' }, eva)).toMatchObject({ status: 403 })
      expect(await notices()).toEqual({ total: 0 })
      expect(await send('/score/eva', { by: 1 })).toMatchObject({ status: 200 })
      expect(await service().send('PATCH', story, { title: 'evas' }, eva)).toMatchObject({ status: 200 })
      expect(await notices()).toEqual({ total: 1 })
    })

    it('a principal function that throws NotFound turns a 403 into a 404', async () => {
      const [kim, lea] = [await register('kim'), await register('lea')]
      const created = await send('/v1/stories', { title: 'hidden', owner: 'kim' }, kim)
      const path = `/v1/stories/${String(created.body['_pk'])}`
      expect(await service().send('PATCH', path, { title: 'x' }, lea)).toMatchObject({
        status: 404,
        body: { detail: 'There is no such story.' },
      })
    })

    it('increments without losing concurrent changes', async () => {
      await register('fay')
      await Promise.all(Array.from({ length: 20 }, () => send('/score/fay', { by: 2 })))
      expect(await send('/score/fay', { by: -1 })).toMatchObject({ status: 200, body: { score: 39 } })
      expect(await send('/score/nobody', { by: 1 })).toMatchObject({ status: 200, body: {} })
      expect(await send('/clear/fay', {})).toMatchObject({ body: { score: null, name: 'without a score' } })
      await send('/number/fay', {})
      const bad = await send('/score/fay', { by: 'x' })
      expect(bad).toMatchObject({ status: 400, body: { errors: [{ path: '/score' }] } })
    })

    it('increments a field in every selected item, and rejects sums that are out of range', async () => {
      const gus = await register('gus')
      for (const title of ['one', 'two']) await send('/v1/stories', { title, owner: 'gus' }, gus)
      const { body } = await send('/fees', { by: 2 ** 30 })
      expect(Number(body['count'])).toBeGreaterThan(1)
      expect(await send('/fees', { by: 2 ** 30 })).toMatchObject({
        status: 400,
        body: { errors: [{ path: '/fee' }] },
      })
      const root = await logIn(ADMIN.login, ADMIN.password)
      const patch = await service().send('PATCH', '/v1/users/gus', { score: { increment: 1 } }, root)
      expect(patch).toMatchObject({ status: 400, body: { errors: [{ path: '/score' }] } })
    })

    it('locks a row until the transaction ends, and requires a transaction', async () => {
      await register('hal')
      const responses = await Promise.all(Array.from({ length: 15 }, () => send('/number/hal', {})))
      const scores = responses.map(({ body }) => Number(body['score'])).sort((a, b) => a - b)
      expect(scores).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
      expect(await send('/lock/hal', {})).toMatchObject({ status: 500 })
    })

    it('rolls back a transaction started by user code', async () => {
      expect(await send('/rollback', {})).toMatchObject({ status: 400, body: { detail: 'on purpose' } })
      const { body } = await service().send('GET', '/v1/stories?title=rolled back&_count')
      expect(body).toEqual({ total: 0 })
    })

    it('opens the repositories without a server', async () => {
      const { status, body } = await send('/script', {})
      expect({ status, body }).toMatchObject({ status: 200, body: { hashed: true, groups: ['user'] } })
    })
  },
  {
    settings: {
      auth: true,
      auth_tkt_secret: 'a secret for tests only',
      'rate_limit.login_max': 100,
      'system.user': ADMIN.login,
      'system.password': ADMIN.password,
      'system.email': 'root@example.com',
    },
    code: { ...userCode('members'), 'src/app.ts': APP, 'src/principals/is-owner.ts': IS_OWNER },
  },
)

const AFTER_COMMIT = `
import { setTimeout as sleep } from 'node:timers/promises'
import { BadRequest, registry } from '../generated/index.js'

registry.add('note_first', async (event) => {
  if (event.model !== 'Story' || event.tag !== 'after_create') return
  const title = String(event.response.title)
  event.afterCommit(async (models) => {
    await sleep(20)
    if (title === 'broken') throw new Error('the mail server is down')
    await models.story.updateMany({ where: { title }, data: { title: title + ', sent' } })
  })
  if (title === 'refused') throw new BadRequest('refused')
})
`

describe('event.afterCommit', () => {
  onEveryEngine(
    'events',
    (service) => {
      const titles = async (): Promise<unknown[]> => {
        const { body } = await service().send('GET', '/v1/stories?_sort=title')
        return Array.from(Object(body['data']), (document) => Object(document).title)
      }

      it('runs functions after the commit, without delaying the response, but not after a rollback', async () => {
        expect((await service().send('POST', '/v1/stories', { title: 'kept' })).body['title']).toBe('kept')
        expect(await titles()).toEqual(['kept'])
        expect((await service().send('POST', '/v1/stories', { title: 'refused' })).status).toBe(400)
        expect((await service().send('POST', '/v1/stories', { title: 'broken' })).status).toBe(201)
        await expect.poll(titles).toEqual(['broken', 'kept, sent'])
      })
    },
    { code: { ...userCode('events'), 'src/handlers/note-first.ts': AFTER_COMMIT }, inProcess: true },
  )
})
