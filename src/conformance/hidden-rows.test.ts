import { beforeAll, expect, it } from 'vitest'
import { Callers, code, settings, teamsApi } from './rights/teams.js'
import { onEveryEngine } from './suite.js'

/** Runs calls of repositories, as the caller and without rules, and returns what they return or throw. */
const REPORT = `import { registry } from '../generated/index.js'

registry.action('report', async ({ item, user, models }) => {
  const own = models.$as(user)
  const called = async (work: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await work()
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown'
    }
  }
  const nothing: string | undefined = undefined
  const missing = JSON.parse('{}') as { code: string }
  return {
    item,
    user,
    secrets: [
      await called(() => own.user.findMany()),
      await called(() => own.team.findMany()),
      await called(() => own.team.create({ data: { name: 'new', pin: 'p-1234', config: { token: 'hush', color: 'red' } } })),
      await called(() => own.membership.findMany({ include: { team: true } })),
      await called(() => own.event.findMany({ include: { team: { include: { events: { include: { team: true } } } } } })),
    ],
    include: await called(() => own.team.findMany({ include: { events: true } })),
    nested: await called(() => own.membership.findMany({ include: { team: { include: { events: true } } } })),
    many: await called(() => own.event.updateMany({ where: { status: 'published' }, data: { tags: ['x'] } })),
    none: await called(() => own.event.deleteMany({ where: { status: 'published' } })),
    undefined: [
      await called(() => models.event.deleteMany({ where: { slug: missing.code } })),
      await called(() => models.event.count({ where: { team: { is: { name: missing.code } } } })),
      await called(() => models.event.updateMany({ where: { OR: [{ slug: missing.code }] }, data: {} })),
      await called(() => models.event.updateMany({ data: { slug: missing.code } })),
      await called(() => models.event.findMany({ cursor: nothing as unknown as never })),
    ],
  }
})
`

const TOUCH = `import { registry } from '../generated/index.js'

registry.action('touch', async ({ item, user, models }) => {
  const own = models.$as(user)
  return {
    updated: await own.event.update({ where: { id: item.id }, data: { status: 'secret' } }),
    upserted: await own.event.upsert({ where: { id: item.id }, create: {}, update: { tags: ['x'] } }),
  }
})
`

onEveryEngine(
  'hidden rows',
  (service) => {
    const callers = new Callers(service)
    let [own, other]: (string | number)[] = ['', '']
    const events: Record<string, string | number> = {}

    beforeAll(async () => {
      await callers.prepare('owner', 'guest', 'stranger')
      own = await callers.make('/teams', { name: 'own' })
      other = await callers.make('/teams', { name: 'other' })
      await callers.make('/memberships', { team: own, user: 'owner', role: 'owner' })
      await callers.make('/memberships', { team: own, user: 'guest', role: 'guest' })
      events['hidden'] = await callers.make('/events', { slug: 'hidden', team: other, status: 'draft' })
      events['own'] = await callers.make('/events', { slug: 'own', team: own, status: 'published' })
      events['foreign'] = await callers.make('/events', { slug: 'foreign', team: other, status: 'published' })
      await callers.make(`/events/${events['foreign']}/badge`, { color: 'red' })
    })

    it.each(['hidden', 'free'])(
      'a conflict does not answer for rows that the caller cannot write: %s',
      async (slug) => {
        const status = (method: string, path: string, body: unknown): Promise<number> =>
          callers.status('owner', method, path, body)
        expect(await status('POST', '/events', { slug, team: other })).toBe(403)
        expect(await status('PATCH', `/events/${events['own']}`, { slug, team: other })).toBe(403)
        expect(await status('PATCH', '/events?slug=own', { slug, team: other })).toBe(403)
      },
    )

    it('reports conflicts of rows that the caller can write', async () => {
      expect(await callers.status('owner', 'POST', '/events', { slug: 'hidden', team: own })).toBe(409)
      expect(await callers.status('owner', 'PATCH', `/events/${events['own']}`, { slug: 'hidden' })).toBe(409)
      expect(await callers.status('owner', 'PATCH', '/events?slug=own', { slug: 'hidden' })).toBe(409)
    })

    it('a DELETE of a collection with a body, or with a pattern that matches nothing, deletes nothing', async () => {
      expect(await callers.status('root', 'DELETE', '/events', { id: events['own'] })).toBe(400)
      for (const pattern of ['.*', '*.', '*.*', '-*'])
        expect((await callers.send('root', 'DELETE', `/events?slug=${pattern}`)).body['count']).toBe(0)
      await callers.make('/events', { slug: '.dot-File', team: other })
      for (const [pattern, total] of [
        ['.*', 1],
        ['.d*-f*', 1],
        ['*-File', 1],
        ['*t-f*', 1],
        ['d-*', 0],
        ['*', 4],
      ] as const)
        expect([
          pattern,
          (await callers.send('root', 'GET', `/events?_count&slug=${pattern}`)).body['total'],
        ]).toEqual([pattern, total])
      expect((await callers.send('root', 'DELETE', '/events?slug=.*')).body['count']).toBe(1)
    })

    it('functions get neither password hashes nor rows that the caller cannot view', async () => {
      const { body } = await callers.send('guest', 'GET', `/events/${events['own']}/report`)
      expect(JSON.stringify(body)).not.toContain('argon2')
      const slugs = Object.values(body['include'] ?? {}).flatMap((team) =>
        Object.values(team['events'] ?? {}).map((event) => event['slug']),
      )
      expect(slugs.toSorted()).toEqual(['foreign', 'own'])
      const nested = Object.values(body['nested'] ?? {}).flatMap(({ team }) =>
        Object.values(team?.['events'] ?? {}).map((event) => Object(event)['slug']),
      )
      expect(new Set(nested)).toEqual(new Set(['own']))
      expect([body['many'], body['none']]).toEqual(['Forbidden', 'Forbidden'])
    })

    it('functions with the rules of a caller get no values that nobody can read', async () => {
      const made = { name: 'own', pin: 'p-1234', config: { token: 'hush', color: 'red' } }
      expect(await callers.status('root', 'PATCH', `/teams/${own}`, made)).toBe(200)
      const { body } = await callers.send('guest', 'GET', `/events/${events['own']}/report`)
      const [users, teams, created, memberships] = Object.values(body['secrets'] ?? {})
      expect(users).toContainEqual(expect.objectContaining({ username: 'guest' }))
      const shown = expect.objectContaining({ config: { color: 'red' } })
      expect(teams).toContainEqual(shown)
      expect(created).toEqual(shown)
      expect(memberships).toContainEqual(expect.objectContaining({ team: shown }))
      expect(JSON.stringify(body['secrets'])).not.toMatch(/argon2|p-1234|hush/)
    })

    it('undefined values select nothing', async () => {
      const { body } = await callers.send('guest', 'GET', `/events/${events['own']}/report`)
      expect(body['undefined']).toEqual(Array(5).fill('TypeError'))
    })

    it('writes with $as return only the key of a row that the caller cannot view', async () => {
      const { body } = await callers.send('owner', 'POST', `/events/${events['own']}`)
      expect(Object.keys(body['updated'] ?? {})).toEqual(['id'])
      expect(Object.keys(body['upserted'] ?? {})).toEqual(['id'])
    })

    it('the caller has no password hash', async () => {
      const { body } = await callers.send('guest', 'GET', `/events/${events['foreign']}/report`)
      expect(body['user']?.['username']).toBe('guest')
      expect(body['user']).not.toHaveProperty('password')
    })
  },
  {
    settings,
    code: { ...code, 'src/actions/report.ts': REPORT, 'src/actions/touch.ts': TOUCH },
    api: teamsApi(true).replace(
      '        name: { type: string, x-db-settings: { type: string } }',
      `        name: { type: string, x-db-settings: { type: string } }
        pin: { type: string, writeOnly: true, x-db-settings: { type: string } }
        config: { type: object, properties: { color: { type: string }, token: { type: string, writeOnly: true } }, x-db-settings: { type: dict } }`,
    ),
  },
)

onEveryEngine(
  'hidden rows at the other end of one-to-one relations',
  (service) => {
    const callers = new Callers(service)

    it('occupy it without a conflict that reveals them', async () => {
      await callers.prepare('owner')
      const team = await callers.make('/teams', { name: 'own' })
      await callers.make('/memberships', { team, user: 'owner', role: 'owner' })
      const event = await callers.make('/events', { slug: 'own', team, status: 'draft' })
      const free = await callers.make('/events', { slug: 'free', team, status: 'draft' })
      await callers.make('/badges', { color: 'blue', event })
      const shown = await callers.send('owner', 'GET', `/events/${event}`)
      expect([shown.status, shown.body['badge'] ?? null]).toEqual([200, null])
      const status = (...request: [method: string, path: string, body: unknown]): Promise<number> =>
        callers.status('owner', ...request)
      expect(await status('POST', '/badges', { color: 'red', event })).toBe(403)
      expect(await status('POST', `/events/${event}/badge`, { color: 'red' })).toBe(403)
      expect(await status('POST', '/badges', { color: 'red', event: free })).toBe(201)
      const { body } = await callers.send('owner', 'GET', '/badges?color=red')
      const badge = body['data']?.[0]?.['id']
      expect(await status('PATCH', `/badges/${String(badge)}`, { event })).toBe(403)
      expect(await status('PATCH', '/badges?color=red', { event })).toBe(403)
      expect((await callers.send('root', 'GET', `/events/${event}`)).body['badge']).not.toBeNull()
    })
  },
  {
    settings,
    code,
    api: teamsApi(true)
      .replace(
        'allow authenticated view where event.status=published',
        'allow authenticated all where color=red',
      )
      .replace(
        /allow authenticated create, view, update, delete where event\.team[^'"\n]*/,
        'allow g:admin view',
      ),
  },
)
