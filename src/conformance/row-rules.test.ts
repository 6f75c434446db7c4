import { describe, expect, it } from 'vitest'
import { random } from '../testing/random.js'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import { makeWorld, randomRequests } from './oracle/random-requests.js'
import type { TestResponse } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const settings = {
  auth_tkt_secret: 'a secret that these tests know',
  enable_polymorphic_query: true,
  'rate_limit.login_max': 1000,
  ...withAdmin,
}

/** Number of random requests per engine. */
const REQUESTS = Number(process.env['TEST_REQUESTS'] ?? 20)

onEveryEngine(
  'row-rules',
  (service) => {
    describe('random requests', () => {
      it(
        'get the responses that the rules allow, and change only the rows that they allow',
        async () => {
          const seed = Number(process.env['TEST_SEED'] ?? 7)
          const next = random(seed)
          const world = await makeWorld(service(), next)
          await randomRequests(world, next, REQUESTS)
        },
        Math.max(600_000, REQUESTS * 300),
      )
    })

    describe('one row at a time', () => {
      const callers = new Map<string, Known>()
      const as = (name: string): Known => callers.get(name) ?? nobody
      const get = (path: string, name: string): Promise<TestResponse> =>
        service().send('GET', `/v1/${path}`, undefined, as(name))
      const made = async (path: string, body: object, name = 'root'): Promise<TestResponse> => {
        const response = await service().send('POST', `/v1/${path}`, body, as(name))
        expect(response.status, JSON.stringify(response.body)).toBe(201)
        return response
      }

      it('shows only rows of the own organization', async () => {
        callers.set('root', ticketOf(await logIn(service(), '/v1', 'root')))
        for (const slug of ['x', 'y']) await made('organizations', { slug, name: `Named ${slug}` })
        for (const [username, organization, groups] of [
          ['xa', 'x', ['user']],
          ['xd', 'x', ['doctor']],
          ['xc', 'x', ['clerk']],
          ['yd', 'y', ['doctor']],
        ] as const) {
          const user = {
            username,
            organization,
            groups,
            email: `${username}@example.com`,
            password: PASSWORD,
          }
          await made('users', { ...user, ...(username === 'xa' ? { profile: null } : {}) })
          callers.set(username, ticketOf(await logIn(service(), '/v1', username)))
        }
        const { body } = await get('organizations', 'xa')
        expect([body['total'], body['data']?.[0]?.['slug']]).toEqual([1, 'x'])
        expect((await get('organizations/y', 'xa')).status).toBe(404)
        expect((await get('users/yd', 'xa')).status).toBe(404)
        expect((await get('users/self', 'xa')).body['username']).toBe('xa')
      })

      it('takes defaults from the caller', async () => {
        const project = await made('projects', { title: 'Mine' }, 'xd')
        expect(project.body['organization']?.['slug']).toBe('x')
        const note = await made('notes', { title: 'Mine', owner: 'xa' }, 'xa')
        expect([note.body['author'], note.body['editor']]).toEqual(['xa', null])
        const path = `/v1/notes/${String(note.body['id'])}`
        const rejected = await service().send('PATCH', path, { author: 'root' }, as('xa'))
        expect(rejected.status).toBe(403)
        const changed = await service().send('PATCH', path, { title: 'Changed' }, as('xa'))
        expect([changed.body['author'], changed.body['editor']]).toEqual(['xa', 'xa'])
      })

      it('does not let a row leave or enter an organization', async () => {
        const { body } = await made('projects', { title: 'Stays', organization: 'x' })
        const path = `/v1/projects/${String(body['id'])}`
        for (const [method, change] of [
          ['PUT', { title: 'Gone', organization: null }],
          ['PATCH', { organization: null }],
        ] as const)
          expect((await service().send(method, path, change, as('xd'))).status).toBe(403)
        // The other organization does not exist for the caller.
        const moved = await service().send('PATCH', path, { organization: 'y' }, as('xd'))
        const missing = await service().send('PATCH', path, { organization: 'z' }, as('xd'))
        expect([moved.status, moved.body['errors']?.[0]?.['path']]).toEqual([400, '/organization'])
        expect(String(moved.body['detail']).replace('"y"', '"z"')).toBe(missing.body['detail'])
        expect(
          (await service().send('POST', '/v1/projects', { title: 'In', organization: 'y' }, as('xd'))).status,
        ).toBe(400)
        const stored = await get(`projects/${String(body['id'])}`, 'root')
        expect([stored.body['title'], stored.body['organization']?.['slug']]).toEqual(['Stays', 'x'])
      })

      it('answers 404 for hidden rows on all routes, and 403 for rows that can only be viewed', async () => {
        const { body } = await made('notes', { title: 'Hidden', owner: 'yd', tags: ['a'] })
        const path = `notes/${String(body['id'])}`
        for (const hidden of [path, `${path}/tags`, `${path}/title`, 'users/yd/notes', 'users/xa/profile'])
          expect([hidden, (await get(hidden, 'xa')).status]).toEqual([hidden, 404])
        for (const [method, route, change] of [
          ['PATCH', path, { title: 'Mine' }],
          ['PUT', path, { title: 'Mine' }],
          ['DELETE', path, undefined],
          ['POST', `${path}/tags`, ['x']],
          ['POST', `${path}/publish`, undefined],
        ] as const)
          expect([method, (await service().send(method, `/v1/${route}`, change, as('xa'))).status]).toEqual([
            method,
            404,
          ])
        await service().send('PATCH', `/v1/${path}`, { tags: ['xa'] }, as('root'))
        expect((await get(path, 'xa')).body['owner']).toBeNull()
        for (const [method, change] of [
          ['PATCH', { title: 1 }],
          ['PUT', {}],
          ['DELETE', undefined],
        ] as const)
          expect([method, (await service().send(method, `/v1/${path}`, change, as('xa'))).status]).toEqual([
            method,
            403,
          ])
      })

      it('answers with the key alone if the caller may write a row and not view it', async () => {
        const { body } = await made('notes', { title: 'Draft', status: 'draft', owner: 'yd' })
        const path = `/v1/notes/${String(body['id'])}`
        expect((await service().send('GET', path, undefined, as('xc'))).status).toBe(404)
        const changed = await service().send('PATCH', path, { title: 'Corrected' }, as('xc'))
        expect([changed.status, Object.keys(changed.body)]).toEqual([200, ['_type', '_pk', '_self']])
        const { paths } = (await get('openapi.json', 'root')).body
        const { schema } = Object(paths)['/notes/{id}'].patch.responses['200'].content['application/json']
        expect(schema.anyOf).toEqual(
          ['Note', 'Response.Hidden'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
        )
        expect((await get(`notes/${String(body['id'])}`, 'root')).body['title']).toBe('Corrected')
        const none = await service().send('PATCH', '/v1/notes?title=Corrected', { level: 1 }, as('xa'))
        expect([none.status, none.body['count']]).toEqual([200, 0])
      })

      it('keeps links to hidden rows', async () => {
        const project = await made('projects', { title: 'Shared', organization: 'x' })
        const id = project.body['id']
        const seen = await made('notes', { title: 'Seen', tags: ['xa'], project: id })
        const note = await made('notes', { title: 'Owned', owner: 'xa', project: id })
        const path = `/v1/notes/${String(note.body['id'])}`
        const shown = await service().send('GET', path, undefined, as('xa'))
        expect(shown.body['project']).toBeNull()
        expect((await service().send('PUT', path, shown.body, as('xa'))).status).toBe(200)
        expect((await service().send('PATCH', path, { project: null }, as('xa'))).status).toBe(200)
        expect((await get(`notes/${String(note.body['id'])}`, 'root')).body['project']).toBe(id)
        expect(seen.status).toBe(201)
      })

      it('does not reveal hidden rows through other collections, search and conflicts', async () => {
        await made('notes', { title: 'Secret plan', text: 'xylophone', owner: 'yd' })
        for (const query of [
          'q=xylophone',
          'q=text:xylophone',
          'owner=yd',
          'owner.username=yd',
          'title=Secret%20plan',
        ])
          expect([query, (await get(`notes?${query}`, 'xa')).body['total']]).toEqual([query, 0])
        const both = await get('organizations,notes?_limit=1000', 'xa')
        const seen = (both.body['data'] as unknown as { title?: string; slug?: string }[]).map(
          ({ title, slug }) => title ?? slug,
        )
        expect(seen).toContain('x')
        expect(seen).not.toContain('Secret plan')
        expect(seen).not.toContain('y')
        const duplicate = await service().send('PATCH', '/v1/users/xa', { email: 'yd@example.com' }, as('xa'))
        expect(duplicate.status).toBe(409)
        expect(JSON.stringify(duplicate.body)).not.toContain('yd')
      })

      it('rejects the cursor of another caller, or continues only with visible rows', async () => {
        for (const title of ['c1', 'c2', 'c3']) await made('notes', { title, owner: 'yd' })
        const first = await get('notes?_limit=1&_sort=owner', 'root')
        const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? ''
        const { status, body } = await service().send(
          'GET',
          next.replace('_limit=1', '_limit=100'),
          undefined,
          as('xa'),
        )
        expect(status).toBe(200)
        for (const { title } of body['data'] as unknown as { title: string }[])
          expect(title).not.toMatch(/^c\d$/)
      })

      it('accepts a hidden link in a field that cannot be changed when a document is sent back', async () => {
        const { body: project } = await made('projects', { title: 'Team' })
        const { body } = await made('memberships', { project: project['id'], member: 'yd' })
        const path = `memberships/${String(body['id'])}`
        const shown = await get(path, 'xa')
        expect(shown.body['member']).toBeNull()
        const send = (method: string, at: string, change: object): Promise<TestResponse> =>
          service().send(method, `/v1/${at}`, change, as('xa'))
        expect((await send('PUT', path, shown.body)).status).toBe(200)
        expect((await send('PATCH', path, { member: null })).status).toBe(200)
        expect((await send('PATCH', `memberships?id=${String(body['id'])}`, { member: null })).status).toBe(
          200,
        )
        expect((await get(path, 'root')).body['member']).toBe('yd')
      })

      it('does not take rows away through the other side of a relation', async () => {
        const { body: project } = await made('projects', { title: 'Links' }, 'xd')
        const path = `projects/${String(project['id'])}`
        const { body: note } = await made('notes', { title: 'Linked', project: project['id'] })
        const { body: own } = await made('notes', { title: 'Own link', owner: 'xa' }, 'xa')
        const send = (method: string, at: string, body: object, name: string): Promise<TestResponse> =>
          service().send(method, `/v1/${at}`, body, as(name))
        for (const [method, at, body, name] of [
          ['PATCH', path, { notes: [] }, 'xd'],
          ['PUT', path, { title: 'Links', organization: 'x', notes: [] }, 'xd'],
          ['PATCH', 'projects?title=Links', { notes: [] }, 'xd'],
          ['PATCH', 'users/xa', { notes: [] }, 'xa'],
        ] as const) {
          const response = await send(method, at, body, name)
          expect([method, at, response.status]).toEqual([method, at, 403])
        }
        const denied = await send('PATCH', path, { notes: [] }, 'xd')
        expect(denied.body['errors']?.[0]?.['path']).toBe('/notes')
        expect((await get(`notes/${String(note['id'])}`, 'root')).body['project']).toBe(project['id'])
        expect((await get(`notes/${String(own['id'])}`, 'root')).body['owner']).toBe('xa')
        const kept = await send('PATCH', path, { title: 'Links', notes: [note['id']] }, 'xd')
        expect([kept.status, kept.body['notes']?.[0]?.['id']]).toEqual([200, note['id']])
        // The caller can also update the note in the other project.
        const { body: other } = await made('projects', { title: 'Others', notes: [note['id']] }, 'xd')
        expect(other['notes']?.[0]?.['id']).toBe(note['id'])
      })

      it('does not show an attribute of a row that the caller can only write', async () => {
        const { body } = await made('notes', { title: 'Tagged', status: 'draft', tags: ['secret'] })
        const path = `/v1/notes/${String(body['id'])}`
        expect((await service().send('POST', `${path}/tags`, ['x'], as('xc'))).status).toBe(404)
        expect((await get(`notes/${String(body['id'])}`, 'root')).body['tags']).toEqual(['secret'])
      })

      it('does not reveal keys to callers who cannot create rows', async () => {
        const taken = await service().send('POST', '/v1/organizations', { slug: 'y' }, as('xa'))
        const free = await service().send('POST', '/v1/organizations', { slug: 'free' }, as('xa'))
        expect([taken.status, taken.body]).toEqual([403, free.body])
      })

      it('groups only rows that the caller can view, by related rows that the caller can view', async () => {
        const { body: project } = await made('projects', { title: 'Levels', organization: 'y' })
        for (const [title, level, owner, given] of [
          ['Level 1', 1, 'xa', null],
          ['Level 2', 2, 'xa', project['id']],
          ['Level 4', 4, 'yd', null],
        ] as const)
          await made('notes', { title, level, owner, project: given })
        const levels = async (name: string) => {
          const { body } = await made('notes', { title: 'Own', owner: 'xa' })
          const found = await get(`notes/${String(body['id'])}/title`, name)
          return Object.values(found.body['levels'] ?? {}).map(({ project, _count, _sum }) => [
            project,
            _count,
            _sum,
          ])
        }
        expect(await levels('xa')).toEqual([[null, 2, { level: 3 }]])
        expect(await levels('root')).toEqual([
          [null, 2, { level: 5 }],
          [project['id'], 1, { level: 2 }],
        ])
      })

      it('restricts repositories with $as', async () => {
        const { body } = await made('notes', { title: 'Own', owner: 'xa' }, 'xa')
        const path = `/v1/notes/${String(body['id'])}`
        const title = await service().send('GET', `${path}/title`, undefined, as('xa'))
        expect(title.body).toMatchObject({ title: 'Own', organizations: ['x'] })
        const publish = await service().send('POST', `${path}/publish`, undefined, as('xa'))
        expect(publish.status).toBe(403)
        expect((await get('organizations/made', 'root')).status).toBe(404)
        expect((await service().send('POST', `${path}/publish`, undefined, as('root'))).status).toBe(200)
        expect((await get('organizations/made', 'root')).status).toBe(200)
      })
    })
  },
  { settings, code: userCode('row-rules') },
)
