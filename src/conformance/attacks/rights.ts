import { describe, expect, it } from 'vitest'
import type { Known } from '../callers.js'
import type { TestResponse } from '../service.js'
import type { Scene } from './scene.js'

/** Attacks that try to bypass the access rules through bodies, parents, methods and paths. */
export function escalation({ send, get, register, otherThan, people }: Scene): void {
  describe('a user who wants more permissions', () => {
    it('gets none at registration', async () => {
      expect((await register('climber', { groups: ['admin'] })).status).toBe(403)
      const more = [
        { score: 9 },
        { id: 1 },
        { _acl: ['allow everyone all'] },
        { isAdmin: true },
        { stories: [1] },
        { profile: { rating: 5 } },
        { 'groups[]': ['admin'] },
        { 'groups.0': 'admin' },
        { $set: { groups: ['admin'] } },
      ]
      expect(await otherThan([400], more, (fields) => register('climber', fields))).toEqual([])
      expect((await send('POST', '/users', { username: 'climber' })).status).toBe(401)
      expect((await get('/users/climber', people.admin)).status).toBe(404)
    })

    it('cannot gain any by updating their own user through any route', async () => {
      const groups = ['admin']
      const ways: readonly (readonly [string, string, unknown])[] = [
        ['PATCH', '/users/self', { groups }],
        ['PATCH', '/users/mallory', { groups }],
        ['PUT', '/users/self', { groups }],
        ['POST', '/users/self/groups', groups],
        ['POST', '/users/self/groups', { admin: '' }],
        ['PATCH', '/users/self', { groups: { $push: 'admin' } }],
        ['POST', '/users', { username: 'x', groups }],
        ['POST', '/users/self/profile', { user: { username: 'mallory', groups } }],
        ['PATCH', '/users/self', { score: 1 }],
        ['PATCH', '/users/self', { email: 'root@example.com' }],
        ['PATCH', '/users/self', { 'groups.0': 'admin' }],
        ['PATCH', '/users/self', { $set: { groups } }],
      ]
      const attack = ([method, path, body]: (typeof ways)[number]): Promise<TestResponse> =>
        send(method, path, body, people.attacker)
      expect(await otherThan([400, 403], ways, attack)).toEqual([])
      await send('POST', '/users/self/settings', { $set: { groups } }, people.attacker)
      expect((await get('/users/mallory', people.admin)).body['groups']).toEqual(['user'])
    })

    it("cannot take over other users' items by linking them to their own", async () => {
      const id = Number(people.story.slice('/stories/'.length)) || people.story.slice('/stories/'.length)
      const ties: readonly (readonly [string, string, unknown])[] = [
        ['PATCH', '/users/self', { stories: [id] }],
        ['PUT', '/users/self', { stories: [id] }],
        ['PATCH', people.story, { owner: 'mallory' }],
        ['PATCH', `/users/mallory${people.story}`, { owner: 'mallory' }],
      ]
      const attack = ([method, path, body]: (typeof ties)[number]): Promise<TestResponse> =>
        send(method, path, body, people.attacker)
      expect(await otherThan([403, 404], ties, attack)).toEqual([])
      const { body } = await send('POST', '/comments', { text: 'Mine', author: 'victor' }, people.victim)
      const stolen = { title: 'Stolen', comments: [body['id']] }
      expect((await send('POST', '/stories', stolen, people.attacker)).status).toBe(403)
      expect((await send('POST', '/stories', [stolen], people.attacker)).status).toBe(403)
      expect((await get(people.story, people.admin)).body['owner']).toMatchObject({ _pk: 'victor' })
      expect((await get(`/comments/${String(body['_pk'])}`, people.admin)).body['story']).toBeNull()
    })

    it('cannot access items through a parent to which they do not belong', async () => {
      const through = `/users/mallory${people.story}`
      expect((await get(through, people.attacker)).status).toBe(404)
      expect((await send('PATCH', through, { title: 'Mine' }, people.attacker)).status).toBe(404)
      const other = await send(
        'POST',
        '/users/mallory/stories',
        { title: 'x', owner: 'victor' },
        people.attacker,
      )
      expect(other.status).toBe(400)
      expect((await get('/users/victor/settings')).status).toBe(401)
      expect((await send('POST', '/users/victor/settings', { a: 1 }, people.attacker)).status).toBe(403)
      expect((await send('POST', '/users/nobody/stories', { title: 'x' }, people.attacker)).status).toBe(404)
    })

    it('cannot bypass rules by tunneling a different method', async () => {
      const overrides = [
        { 'x-http-method-override': 'DELETE' },
        { 'x-http-method': 'DELETE' },
        { 'x-method-override': 'DELETE' },
        { 'x-original-method': 'DELETE' },
      ]
      const asPost = (headers: Known): Promise<TestResponse> =>
        send('POST', people.story, {}, people.victim, headers)
      expect(await otherThan([405], overrides, asPost)).toEqual([])
      for (const headers of overrides)
        expect((await get(people.story, people.admin, headers)).status).toBe(200)
      expect((await get(`${people.story}?_method=DELETE`, people.admin)).status).toBe(400)
      expect((await get(`${people.story}?_m=DELETE`, people.admin)).status).toBe(400)
      expect((await get(`${people.story}?_m=DELETE`)).status).toBe(401)
      expect((await get(people.story)).status).toBe(200)
    })

    it('cannot bypass rules by spelling a path differently', async () => {
      const { body } = await send('POST', '/drafts', { title: 'For members' }, people.victim)
      const draft = `drafts/${String(body['_pk'])}`
      const paths = [
        '/drafts',
        `/${draft}`,
        `//${draft}`,
        `/${draft}/`,
        `/./${draft}`,
        `/pages/../${draft}`,
        `/pages/%2e%2e/${draft}`,
        `/pages/..%2f${draft}`,
        `/pages/..;/${draft}`,
        `/${draft.replace('d', '%64')}`,
        `/${draft.replace('/', '%2F')}`,
        `/${draft.replace('/', '//')}`,
        `/${draft.replace('/', '/%2e/')}`,
        `/${draft.toUpperCase()}`,
        `/${draft};a=1`,
        `/${draft}.json`,
        `/${draft}%00`,
        `/${draft}%20`,
        `/${draft}?_m=GET`,
        `/${draft}#`,
        '/drafts,pages',
        '/pages,drafts',
        '/pages%2Cdrafts',
      ]
      expect(await otherThan([400, 401, 404], paths, (path) => get(path))).toEqual([])
      const heads = (path: string): Promise<TestResponse> => send('HEAD', path)
      expect(await otherThan([400, 401, 404], paths, heads)).toEqual([])
      const removes = (path: string): Promise<TestResponse> => send('DELETE', path)
      expect(await otherThan([400, 401, 404, 405], paths, removes)).toEqual([])
      expect((await get(`/${draft}`, people.victim)).body['title']).toBe('For members')
    })
  })
}
