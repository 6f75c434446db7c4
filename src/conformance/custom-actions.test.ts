import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import type { TestResponse } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const CODE = {
  'src/actions/post-stories-id.ts': `
import { registry } from '../generated/index.js'
registry.action('post_stories_id', async ({ body, item, models }) => {
  const text = [item.text, ...Array.from({ length: body.times ?? 1 }, () => body.line)].join(' ').trim()
  await models.story.update({ where: { id: item.id }, data: { text } })
  if (body.line === 'fail') throw new Error('after the update')
  if (body.line === 'return an error') return Object(new Error('returned'))
  return { text }
})`,
  'src/actions/post-stories-id-publish.ts': `
import { registry } from '../generated/index.js'
registry.action('post_stories_id_publish', async ({ params, query, headers, item, user, models, request, reply }) => {
  const { notify, channel = [], at } = query
  await models.story.update({ where: { id: item.id }, data: { state: 'published' } })
  if (request.headers['do'] === 'redirect') return reply.header('x-sent', 'yes').redirect('/elsewhere')
  if (request.headers['do'] === 'late') {
    reply.code(200).send('sent before the error')
    throw new Error('after the response')
  }
  return Object.assign({ published: true }, {
    params, notify, channel, at: at?.toISOString(), headers, item: item.title, user: user?.username ?? null,
  })
})`,
  'src/actions/delete-stories-id-publish.ts': `
import { registry } from '../generated/index.js'
registry.action('delete_stories_id_publish', { timeout: 0.2 }, ({ request }) =>
  request.headers['do'] === 'never' ? new Promise(() => undefined) : undefined)`,
  'src/actions/post-users-username.ts': `
import { registry } from '../generated/index.js'
registry.action('post_users_username', { bodyLimit: 2_500_000, timeout: 60 }, ({ body, item, user }) => ({ text: body.toString(), to: item.username, from: user?.username }))`,
  'src/actions/post-users-username-stories-id-publish.ts': `
import { registry } from '../generated/index.js'
registry.action('post_users_username_stories_id_publish', ({ params, item }) => ({ params, title: item.title }))`,
  'src/actions/put-users-username-avatar.ts': `
import { registry } from '../generated/index.js'
registry.action('put_users_username_avatar', { bodyLimit: 3_000_000 }, async ({ body }) => {
  const { filename, type, stream } = body.image
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return { filename, type, text: Buffer.concat(chunks).toString(), caption: body.caption }
})`,
  'src/actions/get-users-username-avatar.ts': `
import { registry } from '../generated/index.js'
import { Readable } from 'node:stream'
registry.action('get_users_username_avatar', ({ reply }) => reply.type('image/png').send(Readable.from(['an ', 'image'])))`,
  'src/actions/get-reports-name-csv.ts': `
import { registry } from '../generated/index.js'
registry.action('get_reports_name_csv', ({ params }) => params)`,
  'src/actions/head-reports-size.ts': `
import { registry } from '../generated/index.js'
registry.action('head_reports_size', ({ reply }) => reply.header('x-size', '3').send())`,
  'src/actions/post-search.ts': `
import { registry } from '../generated/index.js'
registry.action('post_search', async (action) => {
  const { body, models, request, afterCommit, document, logIn, endSessions } = action
  const [logs, ends, show] = ['log-in', 'end-sessions', 'show'].map((name) => request.headers[name])
  const named = async (username: string) => (await models.user.findUnique({ where: { username } })) ?? Object({ username })
  if (typeof logs === 'string') logIn(await named(logs))
  if (typeof ends === 'string') endSessions(await named(ends))
  const password = request.headers['password']
  if (typeof password === 'string') return { user: await action.checkPassword(String(request.headers['login']), password) }
  if (request.headers['fail'] !== undefined) throw new Error('after logIn')
  if (show === 'story') {
    const story = await models.story.findFirst()
    if (story === undefined) throw new Error('no story')
    afterCommit(async (outside) => {
      await outside.story.update({ where: { id: story.id }, data: { text: 'after the commit' } })
    })
    return { document: await document('Story', story) }
  }
  return { body, stories: await models.story.count() }
})`,
  'src/actions/put-search.ts': `
import { registry } from '../generated/index.js'
registry.action('put_search', { transaction: false }, async ({ body, models, request }) => {
  const step = request.headers['do']
  const where = { title: 'First' }
  if (step === 'both') await models.$transaction(async ({ story }) => {
    await story.updateMany({ where, data: { text: 'in a transaction' } })
    throw new Error('after the update')
  })
  if (step === 'each') {
    await models.story.updateMany({ where, data: { text: 'at once' } })
    throw new Error('after the update')
  }
  return Buffer.isBuffer(body) ? { bytes: body.length } : { body }
})`,
}

const code = { ...userCode('actions'), ...CODE }

/** Returns the body and headers for a request with a multipart form. */
function form(parts: readonly { name: string; filename?: string; type?: string; content: string }[]) {
  const lines = parts.flatMap(({ name, filename, type, content }) => [
    '--limit',
    `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    '',
    content,
  ])
  return {
    body: [...lines, '--limit--', ''].join('\r\n'),
    headers: { 'content-type': 'multipart/form-data; boundary=limit' },
  }
}

describe('a custom action', () => {
  onEveryEngine(
    'actions',
    (service) => {
      const reason = { 'x-reason': 'it is ready' }
      let story = ''
      beforeAll(async () => {
        await service().send('POST', '/v1/users', {
          username: 'ann',
          email: 'ann@example.com',
          password: PASSWORD,
        })
        const { body } = await service().send('POST', '/v1/stories', { title: 'First', author: 'ann' })
        story = `/v1/stories/${String(body['_pk'])}`
      })

      it('sends what the function returns, with the first declared 2xx status', async () => {
        const { status, body, headers } = await service().send(
          'POST',
          `${story}/publish?notify=false&channel=web&channel=print&at=2015-05-23`,
          undefined,
          reason,
        )
        expect({ status, type: headers['content-type'], body }).toEqual({
          status: 202,
          type: 'application/json; charset=utf-8',
          body: {
            published: true,
            params: { id: story.split('/').at(-1) },
            notify: false,
            channel: ['web', 'print'],
            at: '2015-05-23T00:00:00.000Z',
            headers: reason,
            item: 'First',
            user: null,
          },
        })
        expect((await service().send('GET', story)).body['state']).toBe('published')
      })

      it('applies defaults', async () => {
        const { body } = await service().send('POST', `${story}/publish`, undefined, reason)
        expect(body['notify']).toBe(true)
      })

      it('returns 204 if the function returns undefined', async () => {
        const { status } = await service().send('DELETE', `${story}/publish`)
        expect(status).toBe(204)
      })

      it('lists all errors in a request', async () => {
        const { status, body } = await service().send(
          'POST',
          `${story}/publish?notify=perhaps&channel=radio&at=soon&at=later&chanel=web`,
          undefined,
          { 'x-reason': 'no' },
        )
        expect(status).toBe(400)
        expect(body['errors']).toEqual([
          { path: 'notify', message: 'must be boolean', in: 'query' },
          { path: 'channel', message: 'must be one of web, print', in: 'query' },
          { path: 'at', message: 'must not be repeated', in: 'query' },
          { path: 'x-reason', message: 'must not have fewer than 3 characters', in: 'header' },
          { path: 'chanel', message: 'unknown parameter (did you mean "channel"?)', in: 'query' },
        ])
      })

      it('validates a JSON body against its schema, together with parameters', async () => {
        const { status, body } = await service().send('POST', `${story}?x=1`, {
          line: '',
          times: 'two',
          more: 1,
        })
        expect(status).toBe(400)
        expect(body['errors']).toEqual([
          { path: 'x', message: 'unknown parameter', in: 'query' },
          { path: '/more', message: 'unknown property' },
          { path: '/line', message: 'must not have fewer than 1 character' },
          { path: '/times', message: 'must be integer' },
        ])
        const broken = await service().send('POST', `${story}?x=1`, '{"line": ')
        expect(broken.status).toBe(400)
        expect(broken.body['errors']).toMatchObject([{ path: 'x' }, { path: '' }])
        const none = await service().send('POST', story)
        expect(none.status).toBe(400)
        expect(none.body['errors']).toEqual([{ path: '', message: 'a body is required' }])
        const empty = await service().send('POST', story, '', { 'content-type': 'application/json' })
        expect(empty.status).toBe(400)
      })

      it('rejects undeclared bodies and media types', async () => {
        const text = { 'content-type': 'text/plain' }
        expect((await service().send('POST', story, 'line', text)).status).toBe(415)
        expect((await service().send('POST', `${story}/publish`, {}, reason)).status).toBe(415)
      })

      it('fails if the function returns an error', async () => {
        const { status } = await service().send('POST', story, { line: 'return an error' })
        expect(status).toBe(500)
        expect(String((await service().send('GET', story)).body['text'])).not.toContain('return an error')
      })

      it('finds nothing at a path with an empty parameter', async () => {
        const { status } = await service().send(
          'POST',
          `${story.split('/').slice(0, -1).join('/')}//publish`,
          undefined,
          reason,
        )
        expect(status).toBe(404)
      })

      it('runs in a transaction', async () => {
        const before = await service().send('GET', story)
        const standalone = service().engine.name === 'MongoDB'
        const { status } = await service().send('POST', story, { line: 'fail' })
        expect(status).toBe(500)
        const after = await service().send('GET', story)
        if (!standalone) expect(after.body['text']).toBe(before.body['text'])
        const good = await service().send('POST', story, { line: 'la', times: 2 })
        expect(good).toMatchObject({ status: 200 })
        expect((await service().send('GET', story)).body['text']).toBe(good.body['text'])
      })

      it('runs outside of any transaction if its options say so', async () => {
        const put = (step: string) =>
          service().send('PUT', '/v1/search', 'limit=1', {
            do: step,
            'content-type': 'application/x-www-form-urlencoded',
          })
        const text = async () => (await service().send('GET', story)).body['text']
        expect((await put('each')).status).toBe(500)
        expect(await text()).toBe('at once')
        const standalone = service().engine.name === 'MongoDB'
        expect((await put('both')).status).toBe(500)
        if (!standalone) expect(await text()).toBe('at once')
      })

      it('sends the reply only after the transaction ends', async () => {
        const redirected = await service().send('POST', `${story}/publish`, undefined, {
          ...reason,
          do: 'redirect',
        })
        expect(redirected.status).toBe(302)
        expect(redirected.headers).toMatchObject({ location: '/elsewhere', 'x-sent': 'yes' })
        const late = await service().send('POST', `${story}/publish`, undefined, { ...reason, do: 'late' })
        expect(late.status).toBe(500)
      })

      it('responds with 404 for a missing item before validating the request', async () => {
        const missing = story.replace(/[^/]+$/, '000000000000000000000099')
        expect((await service().send('POST', missing, { line: 1 })).status).toBe(404)
        expect((await service().send('POST', '/v1/stories/not a key', '{')).status).toBe(404)
      })

      it('finds nested items', async () => {
        const id = story.split('/').at(-1)
        const found = await service().send('POST', `/v1/users/ann/stories/${String(id)}/publish`)
        expect(found).toMatchObject({
          status: 200,
          body: { params: { username: 'ann', id }, title: 'First' },
        })
        expect((await service().send('POST', `/v1/users/eve/stories/${String(id)}/publish`)).status).toBe(404)
      })

      it('reads the files in a multipart form', async () => {
        const { body, headers } = form([
          { name: 'image', filename: 'me.png', type: 'image/png', content: 'pixels' },
          { name: 'caption', content: 'Me' },
        ])
        const response = await service().send('PUT', '/v1/users/ann/avatar', body, headers)
        expect(response).toMatchObject({
          status: 200,
          body: { filename: 'me.png', type: 'image/png', text: 'pixels', caption: 'Me' },
        })
        const wrong = form([
          { name: 'image', content: 'text' },
          { name: 'caption', content: 'x'.repeat(21) },
          { name: 'more', content: '' },
        ])
        const refused = await service().send('PUT', '/v1/users/ann/avatar', wrong.body, wrong.headers)
        expect(refused.status).toBe(400)
        expect(refused.body['errors']).toEqual([
          { path: '/more', message: 'unknown parameter' },
          { path: '/image', message: 'must be a file' },
          { path: '/caption', message: 'must not have more than 20 characters' },
        ])
        for (const [size, status] of [
          [2_000_000, 200],
          [3_000_000, 413],
        ] as const) {
          const image = { name: 'image', filename: 'a', type: 'image/png', content: 'x'.repeat(size) }
          const large = form([image])
          const answer = await service().send('PUT', '/v1/users/ann/avatar', large.body, large.headers)
          expect(answer.status).toBe(status)
        }
        const broken = await service().send('PUT', '/v1/users/ann/avatar', 'no form', headers)
        expect(broken.status).toBe(400)
      })

      it('reads urlencoded forms', async () => {
        const type = { 'content-type': 'application/x-www-form-urlencoded' }
        const found = await service().send('POST', '/v1/search', 'words=a+b', type)
        expect(found).toMatchObject({ status: 200, body: { body: { words: 'a b', limit: 10 }, stories: 1 } })
        const wrong = await service().send('POST', '/v1/search', 'limit=51&word=a', type)
        expect(wrong.status).toBe(400)
        expect(wrong.body['errors']).toEqual([
          { path: '/word', message: 'unknown parameter (did you mean "words"?)' },
          { path: '/words', message: 'is required' },
          { path: '/limit', message: 'must be <= 50' },
        ])
        expect((await service().send('POST', '/v1/search', { any: 'json' })).status).toBe(200)
        expect((await service().send('POST', '/v1/search', 'a', type)).status).toBe(400)
      })

      it('passes bodies with other media types as bytes', async () => {
        const text = { 'content-type': 'text/plain; charset=utf-8' }
        const { status, body } = await service().send('POST', '/v1/users/ann', 'Hello', text)
        expect({ status, body }).toEqual({ status: 200, body: { text: 'Hello', to: 'ann' } })
      })

      it('limits the size of a body as the options of the function or the settings say', async () => {
        const text = { 'content-type': 'text/plain' }
        expect((await service().send('POST', '/v1/users/ann', 'x'.repeat(2_000_000), text)).status).toBe(200)
        expect((await service().send('POST', '/v1/users/ann', 'x'.repeat(3_000_000), text)).status).toBe(413)
        expect((await service().send('POST', '/v1/search', { any: 'x'.repeat(2_000_000) })).status).toBe(413)
      })

      it('ends a call after the timeout in the options', async () => {
        const { body } = await service().send('GET', '/v1/stories?_limit=1')
        const path = `/v1/stories/${String(body['data']?.[0]?.['id'])}/publish`
        expect((await service().send('DELETE', path, undefined, { do: 'never' })).status).toBe(500)
      })

      it('passes bodies with any media type in a declared range, and parses JSON', async () => {
        const put = async (type: string, body: unknown) =>
          (await service().send('PUT', '/v1/search', body, { 'content-type': type })).body
        expect(await put('application/json', [1, [2]])).toEqual({ body: [1, [2]] })
        expect(await put('application/merge-patch+json', { a: null })).toEqual({ body: { a: null } })
        expect(await put('text/plain', 'four')).toEqual({ bytes: 4 })
      })

      it('matches parameters within a path segment', async () => {
        const { body } = await service().send('GET', '/v1/reports/sales.2015.csv')
        expect(body).toEqual({ name: 'sales.2015' })
        expect((await service().send('GET', `/v1/reports/${'x'.repeat(21)}.csv`)).status).toBe(400)
      })

      it('responds to HEAD, OPTIONS and methods that are not allowed', async () => {
        expect((await service().send('HEAD', '/v1/reports/size')).headers['x-size']).toBe('3')
        expect((await service().send('HEAD', '/v1/users/ann/avatar')).status).toBe(200)
        const options = await service().send('OPTIONS', `${story}/publish`)
        expect(options).toMatchObject({ status: 204, headers: { allow: 'DELETE, OPTIONS, POST' } })
        const refused = await service().send('PUT', `${story}`)
        expect(refused).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, PATCH, POST' } })
      })

      it('responds with 501 and names the file if a function is not implemented', async () => {
        const { status, body } = await service().send('GET', '/v1/reports/monthly?month=2')
        expect(status).toBe(501)
        expect(body['detail']).toBe(
          'This operation is not implemented. Write its function in src/actions/get-reports-monthly.ts.',
        )
      })
    },
    { code, settings: { auth: false } },
  )

  onEveryEngine(
    'actions',
    (service) => {
      const callers = new Map<string, Known>([['nobody', nobody]])
      let story = ''
      const as = (name: string): Known => callers.get(name) ?? nobody
      const publish = (name: string, path = `${story}/publish`) =>
        service().send('POST', path, undefined, { 'x-reason': 'ready', ...as(name) })

      beforeAll(async () => {
        const root = ticketOf(await logIn(service(), '/v1', 'root'))
        callers.set('root', root)
        for (const [username, group] of [
          ['ann', 'user'],
          ['bob', 'user'],
          ['ian', 'intern'],
        ] as const) {
          await service().send(
            'POST',
            '/v1/users',
            { username, email: `${username}@example.com`, password: PASSWORD, groups: [group] },
            root,
          )
          callers.set(username, ticketOf(await logIn(service(), '/v1', username)))
        }
        const { body } = await service().send('POST', '/v1/stories', { title: 'First', author: 'ann' }, root)
        story = `/v1/stories/${String(body['_pk'])}`
      })
      afterAll(() => callers.clear())

      it('requires view and update on the item', async () => {
        expect((await publish('nobody')).status).toBe(401)
        expect((await publish('bob')).status).toBe(403)
        expect((await publish('ian')).status).toBe(403)
        expect(await publish('ann')).toMatchObject({ status: 202, body: { user: 'ann' } })
        expect((await publish('root')).status).toBe(202)
        expect((await publish('ann', `${story}x/publish`)).status).toBe(404)
      })

      it('requires delete on the item for DELETE', async () => {
        expect((await service().send('DELETE', `${story}/publish`, undefined, as('bob'))).status).toBe(403)
        expect((await service().send('DELETE', `${story}/publish`, undefined, as('ann'))).status).toBe(204)
      })

      it('requires view on the parents', async () => {
        const nested = story.replace('/v1/', '/v1/users/ann/')
        expect((await publish('bob', `${nested}/publish`)).status).toBe(403)
        expect((await publish('ann', `${nested}/publish`)).status).toBe(200)
      })

      it('resolves self in paths', async () => {
        const text = { 'content-type': 'text/plain' }
        const send = (name: string, path: string) =>
          service().send('POST', path, 'Hello', { ...text, ...as(name) })
        expect(await send('ann', '/v1/users/self')).toMatchObject({
          status: 200,
          body: { to: 'ann', from: 'ann' },
        })
        expect((await send('nobody', '/v1/users/self')).status).toBe(401)
        expect((await send('bob', '/v1/users/ann')).status).toBe(403)
      })

      it('requires view on the collection if there is no item', async () => {
        const read = (name: string) =>
          service().send('GET', '/v1/reports/monthly?month=1', undefined, as(name))
        expect((await read('nobody')).status).toBe(401)
        expect((await read('ann')).status).toBe(501)
      })

      it('starts and ends sessions after the commit', async () => {
        const search = (headers: Readonly<Record<string, string>>) =>
          service().send('POST', '/v1/search', {}, headers)
        const self = async (response: TestResponse) =>
          (await service().send('GET', '/v1/users/self', undefined, ticketOf(response))).status
        const entered = await search({ 'log-in': 'bob' })
        expect([entered.status, await self(entered)]).toEqual([200, 200])
        const failed = await search({ 'log-in': 'bob', 'end-sessions': 'bob', fail: 'yes' })
        expect([failed.status, failed.headers['set-cookie'], await self(entered)]).toEqual([
          500,
          undefined,
          200,
        ])
        expect(await search({ 'log-in': 'nobody' })).toMatchObject({ status: 401 })
        const again = await search({ 'end-sessions': 'bob', 'log-in': 'bob' })
        expect([await self(entered), await self(again)]).toEqual([401, 200])
        callers.set('bob', ticketOf(again))
      })

      it('checks passwords, also of many requests at once, and limits failed attempts', async () => {
        const check = (login: string, password: string) =>
          service().send('POST', '/v1/search', {}, { login, password })
        const many = Array.from({ length: 25 }, (_, index) => check(`user${index}`, 'wrong'))
        expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([401]))
        const user = Object((await check('ann', PASSWORD)).body['user'])
        expect([user.username, 'password' in user]).toEqual(['ann', false])
        expect((await check('ANN@example.com', PASSWORD)).body['user']).toMatchObject({ username: 'ann' })
        const wrong = [await check('ann', 'wrong'), await check('nobody', 'wrong')]
        expect(wrong.map(({ status, body }) => [status, body['detail']])).toEqual([
          [401, 'Invalid login or password.'],
          [401, 'Invalid login or password.'],
        ])
        for (let tries = 0; tries < 10; tries += 1) await check('eve', 'wrong')
        expect((await check('eve', 'wrong')).status).toBe(429)
      })

      it('returns documents, and runs work after the commit', async () => {
        const { body } = await service().send('POST', '/v1/search', {}, { show: 'story' })
        expect(body['document']).toMatchObject({ _type: 'Story', title: 'First' })
        const text = async () =>
          String((await service().send('GET', story, undefined, as('root'))).body['text'])
        for (let tries = 0; tries < 40 && (await text()) !== 'after the commit'; tries += 1) await sleep(25)
        expect(await text()).toBe('after the commit')
      })

      it('allows everyone if securedBy is null', async () => {
        expect((await service().send('POST', '/v1/search', {})).status).toBe(200)
      })
    },
    { code, settings: { auth: true, auth_tkt_secret: 'a secret for tests only', ...withAdmin } },
  )

  onEveryEngine(
    'actions',
    (service) => {
      it('responds with the example preferred by Accept', async () => {
        const read = (accept: string) =>
          service().send('GET', '/v1/reports/monthly?month=1', undefined, { accept })
        expect(await read('*/*')).toMatchObject({ status: 200, body: { stories: 12 } })
        expect((await read('text/csv')).headers['content-type']).toMatch(/^text\/csv/)
        expect((await read('application/json;q=0.5, text/*')).headers['content-type']).toMatch(/^text\/csv/)
        expect((await read('image/png')).headers['content-type']).toMatch(/^application\/json/)
        expect((await service().send('GET', '/v1/reports/monthly')).status).toBe(400)
      })

      it('responds with 501 if there is no example', async () => {
        expect((await service().send('GET', '/v1/reports/sales.csv')).status).toBe(501)
      })
    },
    { code: userCode('actions'), settings: { auth: false, examples: true } },
  )
})
