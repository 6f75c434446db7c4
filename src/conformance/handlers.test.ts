import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'
import type { TestResponse } from './service.js'
import { userCode } from './user-code.js'

/** Returns the titles of the documents in a page. */
function titlesIn({ data }: TestResponse['body']): readonly unknown[] {
  return Object.values(data ?? {}).map((item) => item['title'])
}

/** A handler for every tag. The `do` request header specifies its behavior. */
const DOES_AS_TOLD = `
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpError, registry, UnprocessableEntity } from '../generated/index.js'

registry.add('note_first', async (event) => {
  if (event.model === 'User' && event.tag === 'after_update' && event.view.request.headers['do'] === 'tags') {
    return event.setFieldValue('tags', ['set', 'by a handler'])
  }
  if (event.model !== 'Story') return
  const [tag, what] = String(event.view.request.headers['do']).split(' ')
  if (tag !== event.tag) return
  switch (what) {
    case 'refuse':
      throw new UnprocessableEntity('not like this', { errors: [{ path: '/title', message: 'is odd' }] })
    case 'teapot':
      throw new HttpError(418, 'short and stout')
    case 'text':
      throw 'only text'
    case 'frozen':
      throw Object.freeze(new Error('frozen'))
    case 'nothing':
      throw undefined
    case 'never':
      return new Promise(() => {})
    case 'set':
      return event.setFieldValue('title', 'set by a handler')
    case 'data':
      if (event.tag === 'after_index') event.response.data = []
      return
    case 'only':
      event.view.query['title'] = 'wanted'
      return
    case 'literal':
    case 'literal-in':
    case 'literal-q': {
      const name = { literal: 'title', 'literal-in': 'title__in', 'literal-q': 'q' }[what]
      const value = String(event.view.request.headers['value'])
      event.view.query[name] = what === 'literal-in' ? [value] : value
      return
    }
    case 'restrict':
      return event.restrict?.({ title: String(event.view.request.headers['value']) })
    case 'unrestricted':
      return event.restrict?.({ title: event.view.request.headers['missing'] as string })
    case 'wrong':
      event.view.query['titel'] = 'wanted'
      return
    case 'wrong-search':
      return void (await event.search('Story', 'title:(', {}))
    case 'search': {
      const [found] = await event.search('Story', 'title:needle AND words:>1', { take: 1, orderBy: { words: 'desc' } })
      return event.setFieldValue('title', 'found ' + String(found?.words))
    }
    case 'late':
      void sleep(50).then(() => event.models.story.create({ data: { title: 'late' } })).catch(() => undefined)
      return
    case 'after-after':
      return event.afterCommit(() =>
        event.afterCommit((models) => models.story.create({ data: { title: 'after after' } })),
      )
    case 'many':
      await event.models.story.create({ data: { title: 'made by a handler' } })
      return
    case 'both': {
      const { title } = event.fields
      const username = String(title?.newValue)
      await sleep(Math.random() * 5)
      await event.models.user.create({ data: { username, email: username, password: 'secret words' } })
      await sleep(Math.random() * 5)
      if (username.endsWith('fails')) throw new Error('after both')
      return
    }
  }
})
`

const CODE = { ...userCode('events'), 'src/handlers/note-first.ts': DOES_AS_TOLD }

onEveryEngine(
  'events',
  (service) => {
    const send = (method: string, path: string, body?: unknown, what = '') =>
      service().send(method, path, body, { do: what })
    const total = async (path: string) =>
      (await send('GET', `${path}${path.includes('?') ? '&' : '?'}_count`)).body['total']
    const create = async (body: object): Promise<string> => {
      const { body: story } = await send('POST', '/v1/stories', body)
      return `/v1/stories/${String(story['_pk'])}`
    }

    it('returns the status of HTTP errors, and no details about other errors', async () => {
      const refused = await send('POST', '/v1/stories', { title: 'x' }, 'before_create refuse')
      expect([refused.status, refused.body]).toEqual([
        422,
        expect.objectContaining({ detail: 'not like this', errors: [{ path: '/title', message: 'is odd' }] }),
      ])
      const among = await send('POST', '/v1/stories', [{ title: 'x' }], 'before_create refuse')
      expect([among.status, among.body['errors']]).toEqual([422, [{ path: '/0/title', message: 'is odd' }]])
      const short = await send('POST', '/v1/stories', [{ title: 'x' }], 'before_create teapot')
      expect([short.status, short.body['errors']]).toEqual([
        418,
        [{ path: '/0', message: 'short and stout' }],
      ])
      expect((await send('GET', '/v1/stories', undefined, 'after_index teapot')).status).toBe(418)
      for (const what of ['text', 'frozen', 'nothing']) {
        const { status, body } = await send('POST', '/v1/stories', { title: 'x' }, `before_create ${what}`)
        expect([what, status, JSON.stringify(body).includes('only text')]).toEqual([what, 500, false])
      }
      expect(await total('/v1/stories?title=x')).toBe(0)
    })

    it('returns 500 for an invalid query from a handler, but 400 for one from the client', async () => {
      await create({ title: 'queried' })
      const query = '/v1/stories?title=queried'
      for (const [method, path, body, what] of [
        ['GET', query, undefined, 'before_index wrong'],
        ['PATCH', query, { words: 1 }, 'before_update_many wrong'],
        ['DELETE', query, undefined, 'before_delete_many wrong'],
        ['POST', '/v1/stories', { title: 'x' }, 'before_create wrong-search'],
      ] as const) {
        const { status, body: problem } = await send(method, path, body, what)
        expect([what, status, JSON.stringify(problem).includes('titel')]).toEqual([what, 500, false])
      }
      const ofClient = await send('GET', '/v1/stories?titel=x', undefined, 'before_index wrong')
      expect([ofClient.status, ofClient.body['detail']]).toEqual([400, expect.stringContaining('titel')])
      expect((await send('DELETE', query)).body['count']).toBe(1)
    })

    it('stores nothing if a handler throws after the write', async () => {
      for (const body of [{ title: 'gone' }, [{ title: 'gone' }, { title: 'gone' }]]) {
        expect((await send('POST', '/v1/stories', body, 'after_create refuse')).status).toBe(422)
      }
      const at = await create({ title: 'kept' })
      expect((await send('PATCH', at, { title: 'gone' }, 'after_update text')).status).toBe(500)
      expect(
        (await send('PATCH', '/v1/stories?title=kept', { title: 'gone' }, 'after_update_many text')).status,
      ).toBe(500)
      expect((await send('DELETE', at, undefined, 'after_delete text')).status).toBe(500)
      expect(
        (await send('DELETE', '/v1/stories?title=kept', undefined, 'after_delete_many text')).status,
      ).toBe(500)
      expect((await send('GET', at)).body['title']).toBe('kept')
      expect(await total('/v1/stories?title=gone')).toBe(0)
    })

    it('isolates the transactions of concurrent requests', async () => {
      expect((await send('POST', '/v1/stories', { title: 'early' }, 'before_create late')).status).toBe(201)
      const slow = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          send('POST', '/v1/stories', { title: `next ${n}` }, 'before_create both'),
        ),
      )
      expect(slow.map(({ status }) => status)).toEqual(slow.map(() => 201))
      expect(await total('/v1/stories?title=late')).toBe(0)
    })

    it('stores the items of both models, or neither of them, for each of fifty concurrent requests', async () => {
      const names = Array.from({ length: 50 }, (_, n) => `both-${n}${n % 3 === 0 ? '-fails' : ''}`)
      const responses = await Promise.all(
        names.map((title) =>
          send('POST', '/v1/stories', { title }, `${title.length % 2 ? 'before' : 'after'}_create both`),
        ),
      )
      expect(responses.map(({ status }) => status)).toEqual(
        names.map((name) => (name.endsWith('fails') ? 500 : 201)),
      )
      const kept = names.filter((name) => !name.endsWith('fails')).sort()
      const stories = await send('GET', '/v1/stories?title__startswith=both-&_limit=1000')
      const users = await send('GET', '/v1/users?username__startswith=both-&_limit=1000&_fields=username')
      const list = (body: unknown, field: string): unknown[] =>
        JSON.parse(JSON.stringify(body)).data.map((item: Record<string, unknown>) => item[field])
      expect(list(stories.body, 'title').sort()).toEqual(kept)
      expect(list(users.body, 'username').sort()).toEqual(kept)
    })

    it('does not fire events for changes made by handlers', async () => {
      await send('GET', '/notes')
      await send('POST', '/v1/stories', { title: 'one' }, 'after_create many')
      expect((await send('GET', '/notes')).body).toEqual(
        expect.not.arrayContaining([expect.stringContaining('made by')]),
      )
      expect(await total('/v1/stories?title=made by a handler')).toBe(1)
    })

    it('accepts the ETag of a document changed by a handler, until the item changes', async () => {
      const at = await create({ title: 'stored' })
      const tag = async (what = ''): Promise<string> =>
        String((await send('GET', at, undefined, what)).headers['etag'])
      const ask = (method: string, header: string, value: string, what = '') =>
        service().send(method, at, method === 'PATCH' ? { words: 7 } : undefined, {
          [header]: value,
          do: what,
        })
      const [plain, changed] = [await tag(), await tag('after_show set')]
      expect(changed).not.toBe(plain)
      expect((await ask('GET', 'if-none-match', changed, 'after_show set')).status).toBe(304)
      expect((await ask('GET', 'if-none-match', changed)).status).toBe(200)
      expect((await ask('PATCH', 'if-match', changed)).status).toBe(200)
      expect((await ask('PATCH', 'if-match', changed)).status).toBe(412)
      expect((await ask('DELETE', 'if-match', await tag('after_show set'))).status).toBe(200)
    })

    it('stores the values set by before handlers, and returns those set by after handlers in every document', async () => {
      const stored = await send('POST', '/v1/stories', { title: 'x' }, 'before_create set')
      expect(stored.body['title']).toBe('set by a handler')
      const at = `/v1/stories/${String(stored.body['_pk'])}`
      expect((await send('PATCH', at, { words: 1 }, 'before_update set')).body['title']).toBe(
        'set by a handler',
      )
      await send('PATCH', at, { title: 'stored' })
      for (const [method, tag, body] of [
        ['GET', 'after_show'],
        ['PATCH', 'after_update', { words: 2 }],
        ['PUT', 'after_replace', { title: 'stored' }],
      ] as const) {
        expect((await send(method, at, body, `${tag} set`)).body['title'], tag).toBe('set by a handler')
      }
      expect((await send('GET', at)).body['title']).toBe('stored')
      const page = await send('GET', '/v1/stories', undefined, 'after_index set')
      const bulk = await send('POST', '/v1/stories', [{ title: 'x' }, { title: 'y' }], 'after_create set')
      for (const { body } of [page, bulk]) {
        const { data } = JSON.parse(JSON.stringify(body))
        expect(new Set(data.map(({ title }: { title: string }) => title))).toEqual(
          new Set(['set by a handler']),
        )
      }
      expect((await send('GET', '/v1/stories', undefined, 'after_index data')).body['data']).toEqual([])
      const many = await send('PATCH', '/v1/stories?title=y', { words: 1 }, 'before_update_many set')
      expect(many.body['count']).toBe(1)
      expect(
        (await send('PATCH', '/v1/stories?title=none', { words: 1 }, 'after_update_many set')).body,
      ).toEqual({
        message: 'Updated 0 Story(s) objects',
        count: 0,
      })
    })

    it('lets a handler change the value in the response to a request for an attribute', async () => {
      await send('POST', '/v1/users', {
        username: 'tagged',
        email: 't@example.com',
        password: 'secret words',
      })
      const { body } = await send('POST', '/v1/users/tagged/tags', ['x'], 'tags')
      expect(body).toEqual({ count: 2, data: ['set', 'by a handler'] })
      expect((await send('GET', '/v1/users/tagged/tags')).body['data']).toEqual(['x'])
    })

    it('selects items with the query as changed by a before handler', async () => {
      await create({ title: 'wanted' })
      const { body } = await send('GET', '/v1/stories?title=other', undefined, 'before_index only')
      expect([body['total'], body['data']?.[0]?.['title']]).toEqual([1, 'wanted'])
      expect((await send('DELETE', '/v1/stories', undefined, 'before_delete_many only')).body['count']).toBe(
        1,
      )
    })

    it('never reads what a handler assigns to the query as an expression or a list', async () => {
      await send('DELETE', '/v1/stories')
      const hostile = ['*', 'NOT x', '[a TO z]', '"a" OR "b"', 'a,b', 'x~', '(a', 'a OR b']
      for (const title of ['a', 'b', ...hostile]) await create({ title })
      for (const value of hostile)
        for (const what of ['literal', 'literal-in']) {
          const { status, body } = await service().send('GET', '/v1/stories?title=*', undefined, {
            do: `before_index ${what}`,
            value,
          })
          expect([what, value, status, titlesIn(body)]).toEqual([what, value, 200, [value]])
        }
      const remove = await service().send('DELETE', '/v1/stories', undefined, {
        do: 'before_delete_many literal-in',
        value: 'a,b',
      })
      expect(remove.body['count']).toBe(1)
      const search = await service().send('GET', '/v1/stories', undefined, {
        do: 'before_index literal-q',
        value: 'a OR b',
      })
      expect([search.status, search.body['total']]).toEqual([200, 2])
    })

    it('runs work that work after the commit registers', async () => {
      await send('POST', '/v1/stories', { title: 'x' }, 'after_create after-after')
      await expect.poll(async () => total('/v1/stories?title=after after')).toBe(1)
    })

    it('restricts what the client selects', async () => {
      await send('DELETE', '/v1/stories')
      for (const title of ['own', '*', 'other', 'own']) await create({ title })
      const list = (query: string, value = 'own', what = 'before_index restrict') =>
        service().send('GET', `/v1/stories${query}`, undefined, { do: what, value })
      expect((await list('?title=other')).body['total']).toBe(0)
      expect((await list('?_count')).body).toEqual({ total: 2 })
      expect(titlesIn((await list('', '*')).body)).toEqual(['*'])
      expect((await list('?_aggs.n.value_count.field=title')).body['aggregations']).toEqual({
        n: { value: 2 },
      })
      const first = await list('?_limit=1')
      const [, next = ''] = /<[^>]*(\?[^>]*)>; rel="next"/.exec(String(first.headers['link'])) ?? []
      expect(titlesIn((await list(next)).body)).toEqual(['own'])
      expect((await list('', 'x', 'before_index unrestricted')).status).toBe(500)
      const several = await service().send('GET', '/v1/stories,users?_limit=1000', undefined, {
        do: 'before_index restrict',
        value: 'own',
      })
      expect(titlesIn(several.body).filter((title) => title !== undefined)).toHaveLength(2)
      const change = (method: string, body: unknown, tag: string) =>
        service().send(method, '/v1/stories', body, { do: `${tag} restrict`, value: 'own' })
      expect((await change('PATCH', { words: 3 }, 'before_update_many')).body['count']).toBe(2)
      expect((await change('DELETE', undefined, 'before_delete_many')).body['count']).toBe(2)
      expect(await total('/v1/stories')).toBe(2)
    })

    it('runs the handlers of each collection in a request for several collections', async () => {
      await send('DELETE', '/v1/stories')
      for (const title of ['wanted', 'other']) await create({ title })
      const users = Number(await total('/v1/users'))
      const list = (query: string, what = '') =>
        send('GET', `/v1/stories,users?_limit=1000${query}`, undefined, what)
      expect((await list('')).body).toMatchObject({ total: users + 2, count: users + 2 })
      const { body: selected } = await list('', 'before_index only')
      expect(selected).toMatchObject({ total: users + 1, count: users + 1 })
      expect(selected['data']?.[0]).toMatchObject({ _type: 'Story', title: 'wanted' })
      expect((await list('&_count', 'before_index only')).body).toEqual({ total: users + 1 })
      expect((await list('', 'after_index data')).body['count']).toBe(users)
      expect((await list('', 'after_index set')).body['data']?.[0]).toMatchObject({
        _type: 'Story',
        title: 'set by a handler',
      })
      for (const [query, what, status] of [
        ['', 'before_index refuse', 422],
        ['', 'before_index wrong', 500],
        ['&titel=x', 'before_index refuse', 400],
      ] as const)
        expect([query, what, (await list(query, what)).status]).toEqual([query, what, status])
    })

    it('lets a handler search with an expression', async () => {
      for (const words of [1, 2, 3]) await create({ title: 'a needle', words })
      const { body } = await send('POST', '/v1/stories', { title: 'x' }, 'before_create search')
      expect(body['title']).toBe('found 3')
    })
  },
  {
    code: CODE,
    settings: { auth: false, handler_timeout: 60, enable_polymorphic_query: true },
    variants: true,
  },
)

onEveryEngine(
  'events',
  (service) => {
    const send = (title: string, what = '') => service().send('POST', '/v1/stories', { title }, { do: what })

    it('rolls back the transaction of a handler that never returns, and accepts further writes', async () => {
      const stuck = send('stuck', 'before_create never')
      const waiting = send('waited')
      expect((await stuck).status).toBe(500)
      expect((await waiting).status).toBe(201)
      expect((await service().send('GET', '/v1/stories?title=stuck&_count')).body['total']).toBe(0)
    })
  },
  { code: CODE, settings: { auth: false, handler_timeout: 1 }, search: 'also' },
)
