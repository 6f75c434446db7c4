import { beforeAll, describe, expect, it } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import type { TestResponse } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

/** Each user's groups, keyed by user name. */
const GROUPS = { amy: ['user'], ben: ['user'], ed: ['editor'], gus: ['guest'], keeper: ['user'] }

onEveryEngine(
  'members',
  (service) => {
    const send = (method: string, path: string, body?: unknown, as: Known = nobody): Promise<TestResponse> =>
      service().send(method, `/v1${path}`, body, as)
    const known: Record<string, Known> = { nobody }
    /** The items' paths, keyed by their placeholders in the tables. */
    const items: Record<string, string> = {}

    beforeAll(async () => {
      const root = ticketOf(await logIn(service(), '/v1', 'root'))
      known['root'] = root
      for (const [username, groups] of Object.entries(GROUPS)) {
        await send(
          'POST',
          '/users',
          { username, groups, email: `${username}@example.com`, password: PASSWORD },
          root,
        )
        known[username] = ticketOf(await logIn(service(), '/v1', username))
      }
      const create = async (path: string, body: object): Promise<string> =>
        String((await send('POST', path, body, root)).body['_pk'])
      const story = await create('/users/amy/stories', { title: "Amy's" })
      items['STORY'] = `/stories/${story}`
      items['COMMENT'] =
        `/comments/${await create(`/stories/${story}/comments`, { text: 'Well', author: 'ben' })}`
      items['NOTICE'] = `/notices/${await create('/notices', { title: 'Note' })}`
      items['DRAFT'] = `/drafts/${await create('/drafts', { title: 'Draft' })}`
      items['PAGE'] = `/pages/${await create('/pages', { title: 'Page' })}`
      await create('/users/amy/profile', { motto: 'Onward' })
      const none = service().engine.engine === 'svc_mongodb' ? '0123456789abcdef01234567' : '4711'
      items['NONE'] = none
    })

    const target = (path: string): string => path.replace(/[A-Z]{4,}/g, (name) => items[name] ?? name)

    /**
     * Defines a test for each request, with the expected status for each caller: `who status, …`. Bodies are invalid or
     * change nothing, so that the requests can run in any order.
     */
    const table = (rows: readonly (readonly [request: string, expected: string, body?: unknown])[]): void => {
      for (const [request, expected, body] of rows) {
        it(`${request}: ${expected}`, async () => {
          const [method = '', path = ''] = request.split(' ')
          const names = expected.split(', ').map((each) => each.split(' ')[0] ?? '')
          const seen = await Promise.all(
            names.map(async (name) => {
              const { status } = await send(method, target(path), body, known[name] ?? nobody)
              return `${name} ${status}`
            }),
          )
          expect(seen.join(', ')).toBe(expected)
        })
      }
    }

    describe('rules for collections', () => {
      table([
        ['GET /users', 'nobody 200, gus 200, amy 200, root 200'],
        ['POST /users', 'nobody 401, amy 403, ed 403, root 400', {}],
        ['OPTIONS /users', 'nobody 204, gus 204, root 204'],
        ['POST /stories', 'nobody 401, gus 403, amy 400, root 400', {}],
        ['PATCH /stories?title=none', 'nobody 401, amy 403, ed 200, root 200', { title: 'x' }],
        ['DELETE /stories?title=none', 'nobody 401, amy 403, ed 403, root 200'],
        ['GET /comments', 'nobody 401, gus 200, amy 200, ed 200'],
        ['POST /comments', 'nobody 401, gus 403, amy 400, root 400', {}],
        ['POST /notices', 'nobody 400, gus 400, amy 400', {}],
        ['PATCH /notices?title=none', 'nobody 200, gus 200', { title: 'x' }],
        ['GET /drafts', 'nobody 401, gus 200, amy 200'],
        ['GET /pages', 'nobody 200, gus 200, root 200'],
      ])
    })

    describe('rules for items', () => {
      table([
        ['GET /users/amy', 'nobody 401, gus 200, ben 200, amy 200, root 200'],
        ['PATCH /users/amy', 'nobody 401, gus 403, ben 403, ed 403, amy 200, root 200', {}],
        ['DELETE /users/amy', 'nobody 401, amy 403, ben 403, ed 403'],
        ['OPTIONS /users/amy', 'nobody 401, ben 403, amy 204, root 204'],
        ['OPTIONS /users/zed', 'nobody 404, ben 404'],
        ['GET STORY', 'nobody 200, gus 200, ben 200'],
        ['PATCH STORY', 'nobody 401, gus 403, ben 403, amy 200, ed 200, root 200', {}],
        ['PUT STORY', 'nobody 401, ben 403, amy 400, ed 400', {}],
        ['DELETE STORY', 'nobody 401, gus 403, ben 403'],
        ['GET COMMENT', 'nobody 401, gus 200, amy 200'],
        ['PATCH COMMENT', 'nobody 401, gus 403, amy 403, ben 403, ed 200, root 200', {}],
        ['GET NOTICE', 'nobody 200, gus 200'],
        ['PATCH NOTICE', 'nobody 401, amy 403, ed 200, keeper 200, root 403', {}],
        ['DELETE NOTICE', 'amy 403, ed 403, root 403'],
        ['GET DRAFT', 'nobody 401, gus 200, amy 200'],
        ['GET PAGE', 'nobody 200, gus 200'],
      ])
    })

    describe('rules for paths below an item', () => {
      table([
        ['GET /users/amy/profile', 'nobody 401, gus 200, ben 200, amy 200'],
        ['PATCH /users/amy/profile', 'nobody 401, ben 403, amy 200, root 200', {}],
        ['POST /users/ben/profile', 'nobody 401, ben 403, root 400', { rating: 'x' }],
        ['GET /users/amy/settings', 'nobody 401, ben 200, amy 200'],
        ['POST /users/amy/settings', 'nobody 401, ben 403, amy 200', {}],
        ['POST /users/amy/groups', 'nobody 401, ben 403, amy 403, root 200', []],
        ['GET /users/amy/stories', 'nobody 401, gus 200, ben 200'],
        ['POST /users/amy/stories', 'nobody 401, gus 403, ben 400', {}],
        ['GET /users/amySTORY', 'nobody 401, gus 200'],
        ['PATCH /users/amySTORY', 'nobody 401, ben 403, amy 200, ed 200', {}],
        ['PATCH /users/benSTORY', 'amy 404, root 404', {}],
        ['POST STORY/tags', 'nobody 401, ben 403, amy 200, ed 200', []],
        ['GET STORY/comments', 'nobody 200, gus 200'],
        ['POST STORY/comments', 'nobody 401, gus 403, ben 400', {}],
      ])
    })

    describe('checks run in this order: rules that do not depend on the item, existence of the item, the other rules, body', () => {
      table([
        ['DELETE /drafts/NONE', 'nobody 401, gus 404'],
        ['PATCH /comments/NONE', 'nobody 401, gus 403, ed 404', {}],
        ['PATCH /stories/NONE', 'nobody 404, ben 404, root 404', { title: 7 }],
        ['DELETE /users/none', 'nobody 401, amy 403, root 404'],
        ['GET /users/none/stories', 'nobody 404, ben 404'],
        ['POST /users/none/stories', 'nobody 401, gus 403, ben 404', {}],
        ['PATCH STORY', 'nobody 401, ben 403, amy 400', { title: 7 }],
        ['PATCH STORY', 'nobody 401, ben 403, amy 403', { fee: 7 }],
        ['PATCH /stories/NONE', 'nobody 404, ben 404', '{"title": '],
        ['PATCH STORY', 'nobody 401, ben 403, amy 400', '{"title": '],
        ['POST /users/none/stories', 'nobody 401, gus 403, ben 404', '[1,'],
        ['GET /nowhere', 'nobody 404, root 404'],
        ['PUT /stories', 'nobody 405, root 405', {}],
      ])
    })

    it('functions in rules decide based on the stored item, not the request body', async () => {
      const { body } = await send('POST', '/stories', { title: 'Passed on', owner: 'ben' }, known['ben'])
      const path = `/stories/${String(body['_pk'])}`
      const patch = async (name: string, changes: object): Promise<number> =>
        (await send('PATCH', path, changes, known[name])).status
      expect([await patch('amy', { title: 'a' }), await patch('ben', { owner: 'amy' })]).toEqual([403, 200])
      expect([await patch('ben', { title: 'b' }), await patch('amy', { title: 'c' })]).toEqual([403, 200])
      expect((await send('DELETE', path, undefined, known['amy'])).status).toBe(200)
    })

    it('a 401 names the authentication schemes, but a 403 does not', async () => {
      const [anonymous, member] = [
        await send('POST', '/stories', {}),
        await send('POST', '/users', {}, known['amy']),
      ]
      expect([anonymous.status, anonymous.headers['www-authenticate']]).toEqual([401, 'ApiKey'])
      expect([member.status, member.headers['www-authenticate']]).toEqual([403, undefined])
    })
  },
  { settings: withAdmin, code: userCode('members') },
)

onEveryEngine('accounts', (service) => {
  const get = async (query: string, as: Known = nobody): Promise<TestResponse> =>
    service().send('GET', `/clubs/api/papers?${query}`, undefined, as)

  it('relations reveal nothing about items that the caller is not allowed to view', async () => {
    const user = { login_name: 'amy', full_name: 'Amy', password: PASSWORD }
    const base = '/clubs/api/auth'
    await service().send('POST', `${base}/register`, user)
    const { body } = await service().send('POST', `${base}/token`, { login: 'amy', password: PASSWORD })
    const amy = { authorization: `ApiKey amy:${String(body['token'])}` }
    for (const query of [
      'team.town=York',
      'team.town__exists=true',
      'q=team.town:York',
      'author.nickname=Amy',
    ]) {
      expect([query, (await get(query)).status]).toEqual([query, 403])
      expect([query, (await get(query, amy)).status]).toEqual([query, 200])
    }
    expect((await get('team=reds')).status).toBe(200)
    expect((await get('seal.color=red')).status).toBe(200)
  })
})
