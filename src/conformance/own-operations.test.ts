import { beforeAll, expect, it } from 'vitest'
import { Callers, code, OPERATIONS, settings, teamsApi } from './rights/teams.js'
import { onEveryEngine } from './suite.js'

/** Expected statuses for the owner, for callers who can only view the items, and for callers who cannot. */
const cases = Object.entries(OPERATIONS).map(([id, [method, path, needs]]) => ({ id, method, path, needs }))

onEveryEngine(
  'own operations under row rules',
  (service) => {
    const callers = new Callers(service)
    let team: string | number = ''
    const events: Record<string, string | number> = {}

    beforeAll(async () => {
      await callers.prepare('owner', 'guest', 'stranger')
      team = await callers.make('/teams', { name: 'red' })
      await callers.make('/memberships', { team, user: 'owner', role: 'owner' })
      await callers.make('/memberships', { team, user: 'guest', role: 'guest' })
      for (const status of ['published', 'draft', 'secret']) {
        events[status] = await callers.make('/events', { slug: status, status, team })
        await callers.make(`/events/${events[status]}/badge`, { color: status })
      }
    })

    const at = (path: string, status: string): string =>
      path.replace('{id}', String(events[status])).replace('{team}', String(team)).replace('{line}', '7')

    it.each(cases)('$method $path needs $needs', async ({ id, method, path, needs }) => {
      const statuses = async (event: string): Promise<readonly number[]> =>
        Promise.all(
          ['root', 'owner', 'guest', 'stranger', 'nobody'].map((who) =>
            callers.status(who, method, at(path, event)),
          ),
        )
      const expected = needs.startsWith('team')
        ? { published: [200, 200, 403, 403, 404], draft: [200, 200, 403, 403, 404] }
        : needs === 'view'
          ? {
              published: [200, 200, 200, 200, path.startsWith('/teams') ? 404 : 200],
              draft: [200, 200, 200, 404, 404],
            }
          : needs === 'badge'
            ? { published: [200, 200, 403, 403, 404], draft: [200, 200, 404, 404, 404] }
            : {
                published: [200, 200, 403, 403, path.startsWith('/teams') ? 404 : 403],
                draft: [200, 200, 403, 404, 404],
              }
      for (const [event, wanted] of Object.entries(expected))
        expect([event, await statuses(event)]).toEqual([event, wanted])
      expect((await callers.send('owner', method, at(path, 'published'))).body['ran']).toBe(id)
      // A row that its owner may write and not view does not exist for own operations.
      if (!needs.startsWith('team'))
        expect(await callers.status('owner', method, at(path, 'secret'))).toBe(404)
    })
  },
  { settings, code, api: teamsApi(true) },
)

onEveryEngine(
  'own operations on items with rules of their own',
  (service) => {
    const callers = new Callers(service)
    const paths: Record<string, string> = {}

    beforeAll(async () => {
      await callers.prepare('owner', 'guest', 'stranger')
      const _acl = ['deny stranger view', 'deny guest update', 'deny guest delete']
      const team = await callers.make('/teams', { name: 'red', _acl })
      const event = await callers.make('/events', { slug: 'one', team, _acl })
      await callers.make(`/events/${event}/badge`, { color: 'red', _acl })
      for (const { id, path } of cases)
        paths[id] = path.replace('{id}', `${event}`).replace('{team}', `${team}`).replace('{line}', '7')
    })

    it.each(cases)('$method $path needs $needs', async ({ id, method, needs }) => {
      const statuses: number[] = []
      for (const who of ['root', 'owner', 'guest', 'stranger', 'nobody'])
        statuses.push(await callers.status(who, method, paths[id] ?? ''))
      expect(statuses).toEqual(needs === 'view' ? [200, 200, 200, 403, 200] : [200, 200, 403, 403, 200])
    })

    it('answers a write of an item that the caller cannot view with its key, and selects no such items', async () => {
      const hidden = await callers.make('/events', { slug: 'zero', tags: ['x'], _acl: ['deny guest view'] })
      const changed = await callers.send('guest', 'PATCH', `/events/${hidden}`, { status: 'seen' })
      expect([changed.status, Object.keys(changed.body)]).toEqual([200, ['_type', '_pk', '_self']])
      const many = await callers.send('guest', 'PATCH', '/events?slug__startswith=ze', { tags: ['y'] })
      expect([many.status, many.body['count']]).toEqual([200, 0])
      const seen = await callers.send('owner', 'PATCH', `/events/${hidden}`, { status: 'draft' })
      expect([seen.body['slug'], seen.body['tags']]).toEqual(['zero', ['x']])
      expect((await callers.send('guest', 'DELETE', '/events?slug=zero')).body['count']).toBe(0)
      const created = await callers.send('guest', 'POST', '/events', { slug: 'own', team: null })
      expect(created.body['slug']).toBe('own')
    })

    it('makes documents of only the keys of items that the caller cannot view', async () => {
      const secret = await callers.make('/badges', { color: 'secret', _acl: ['deny guest view'] })
      const shown = async (who: string) => (await callers.send(who, 'POST', '/badges/pin')).body['badge']
      expect(await shown('owner')).toMatchObject({ _pk: String(secret), color: 'secret' })
      expect(Object.keys(Object(await shown('guest')))).toEqual(['_type', '_pk', '_self'])
    })
  },
  {
    settings: { ...settings, database_acls: true },
    code: {
      ...code,
      'src/actions/pin.ts': `import { registry, NotFound } from '../generated/index.js'

registry.action('pin', async ({ models, document }) => {
  const badge = await models.badge.findFirst({ where: { color: 'secret' } })
  if (badge === undefined) throw new NotFound('No such badge')
  return { badge: await document('Badge', badge) }
})
`,
    },
    api: teamsApi(false).replace(
      '\n  /badges:\n',
      `
  /badges/pin:
    post:
      operationId: pin
      x-action: true
      responses: { 200: { description: Done } }
  /badges:
`,
    ),
  },
)

onEveryEngine(
  'declared lists of items with rules of their own',
  (service) => {
    const callers = new Callers(service)

    it('do not reveal the values of a hidden item by continuing after it', async () => {
      await callers.prepare('guest')
      const keys: (string | number)[] = []
      for (const color of ['a', 'c', 'e']) keys.push(await callers.make('/badges', { color }))
      const hidden = await callers.make('/badges', { color: 'd', _acl: ['deny guest view'] })
      const after = (who: string, key: unknown) =>
        callers.send(who, 'GET', `/badges?sort=color&starting_after=${String(key)}`)
      expect((await after('root', hidden)).body).toMatchObject([{ color: 'e' }])
      expect((await after('guest', keys[0])).body).toMatchObject([{ color: 'c' }, { color: 'e' }])
      const refused = await after('guest', hidden)
      const unknown = typeof hidden === 'number' ? hidden + 1000 : hidden.replace(/^./, 'f')
      const missing = await after('guest', unknown)
      expect([refused.status, missing.status]).toEqual([400, 400])
      expect(refused.body['detail']).toBe(missing.body['detail'])
    })
  },
  {
    settings: { ...settings, database_acls: true },
    code,
    // Operations that declare a response without a schema answer in svcgen's form.
    api: teamsApi(false)
      .replaceAll(
        '{ 200: { description: OK } }',
        '{ 200: { description: OK, content: { application/json: {} } } }',
      )
      .replace(
        /  \/badges:\n    get: .*/,
        `  /badges:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: starting_after, in: query, schema: { type: string } }
        - { name: sort, in: query, schema: { type: string, enum: [color] } }
      responses:
        200:
          description: The badges
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Badge' } } } }`,
      ),
  },
)
