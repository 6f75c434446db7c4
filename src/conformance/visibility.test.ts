import { beforeAll, describe, expect, it } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from './callers.js'
import type { TestResponse, Body } from './service.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

/** One caller for each audience, and the owner of the story, who has no special permissions here. */
const AUDIENCES = ['nobody', 'ben', 'amy', 'root'] as const
type Audience = (typeof AUDIENCES)[number]

const PUBLIC = ['id', 'owner', 'tags', 'text', 'title']
const USERS = ['comments', 'id', 'owner', 'progress', 'published', 'tags', 'text', 'title']
const ADMINS = ['comments', 'fee', 'id', 'owner', 'pitch', 'progress', 'published', 'tags', 'text', 'title']
const STORY_FIELDS: Readonly<Record<Audience, readonly string[]>> = {
  nobody: PUBLIC,
  ben: USERS,
  amy: USERS,
  root: ADMINS,
}
const USER_FIELDS: Readonly<Record<Audience, readonly string[]>> = {
  nobody: ['stories', 'username'],
  ben: ['comments', 'groups', 'name', 'profile', 'settings', 'stories', 'username'],
  amy: ['comments', 'groups', 'name', 'profile', 'settings', 'stories', 'username'],
  root: [
    'comments',
    'email',
    'groups',
    'memo',
    'name',
    'profile',
    'score',
    'settings',
    'stories',
    'username',
  ],
}

onEveryEngine(
  'members',
  (service) => {
    const known: Record<string, Known> = { nobody }
    const send = (who: string, method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, `/v1${path}`, body, known[who] ?? nobody)
    const get = async (who: string, path: string): Promise<Body> => (await send(who, 'GET', path)).body
    const status = async (who: string, path: string): Promise<number> => (await send(who, 'GET', path)).status
    /** Returns the names of a document's fields, or an empty list if the value is a key. */
    const fieldsOf = (document: Body | undefined): readonly string[] =>
      document?.['_type'] === undefined
        ? []
        : Object.keys(document)
            .filter((name) => !name.startsWith('_'))
            .sort()
    /** Returns the result of `ask` for each audience. */
    const asEach = async <T>(ask: (who: Audience) => Promise<T>): Promise<Record<string, T>> =>
      Object.fromEntries(await Promise.all(AUDIENCES.map(async (who) => [who, await ask(who)] as const)))
    let story = ''

    beforeAll(async () => {
      known['root'] = ticketOf(await logIn(service(), '/v1', 'root'))
      for (const username of ['amy', 'ben']) {
        const user = { username, email: `${username}@example.com`, password: PASSWORD, memo: 'odd', score: 7 }
        await send('root', 'POST', '/users', user)
        known[username] = ticketOf(await logIn(service(), '/v1', username))
      }
      const created = await send('root', 'POST', '/users/amy/stories', {
        title: 'Open',
        text: 'plain words',
        pitch: 'secret words',
        fee: 50,
        progress: 0.5,
        published: '2020-02-02',
      })
      story = `/stories/${String(created.body['_pk'])}`
      await send('root', 'POST', `${story}/comments`, { text: 'Well', flag: 'rude', author: 'ben' })
      await send('root', 'POST', '/users/amy/profile', { motto: 'Onward', address: 'Main Street', rating: 3 })
      await send('root', 'POST', '/stories', { title: 'Other', fee: 10, progress: 0.9 })
    })

    describe('visible fields', () => {
      it("follow the model's field lists in items and collections", async () => {
        expect(await asEach(async (who) => fieldsOf(await get(who, story)))).toEqual(STORY_FIELDS)
        expect(await asEach(async (who) => fieldsOf((await get(who, '/stories'))['data']?.[0]))).toEqual(
          STORY_FIELDS,
        )
        expect(await asEach(async (who) => fieldsOf((await get(who, '/users'))['data']?.[0]))).toEqual(
          USER_FIELDS,
        )
        const start = ['_type', '_pk', '_self']
        for (const who of AUDIENCES) expect(Object.keys(await get(who, story)).slice(0, 3)).toEqual(start)
      })

      it('are required in openapi.json if all callers see them', async () => {
        const { components } = await get('nobody', '/openapi.json')
        const required = (name: string): unknown => components?.['schemas']?.[name]?.['required']
        const always = ['_type', '_pk', '_self']
        expect(required('Story')).toEqual([...always, ...PUBLIC])
        expect(required('User')).toEqual([...always, ...(USER_FIELDS['nobody'] ?? [])])
        expect(required('Comment')).toEqual([...always, 'author', 'id', 'story', 'text'])
      })

      it('are the same in nested documents at every level', async () => {
        const owner = async (who: Audience): Promise<readonly string[]> =>
          fieldsOf((await get(who, story))['owner'])
        // Anonymous callers are not allowed to view users, so they see the owner as a key.
        expect((await get('nobody', story))['owner']).toBe('amy')
        expect(await asEach(owner)).toEqual({ ...USER_FIELDS, nobody: [] })
        const comments = async (who: Audience): Promise<Body | undefined> =>
          (await get(who, story))['comments']?.[0]
        expect(fieldsOf(await comments('ben'))).toEqual(['author', 'id', 'story', 'text'])
        expect(fieldsOf(await comments('root'))).toEqual(['author', 'flag', 'id', 'story', 'text'])
        const profile = async (who: Audience): Promise<readonly string[]> =>
          fieldsOf((await get(who, '/users/amy'))['profile'])
        expect(await profile('ben')).toEqual(['motto', 'user'])
        expect(await profile('root')).toEqual(['address', 'id', 'motto', 'rating', 'user'])
        const deep = async (who: Audience): Promise<Body | undefined> =>
          (await get(who, '/users/amy'))['stories']?.[0]
        expect(fieldsOf(await deep('ben'))).toEqual(USERS)
        expect(fieldsOf((await deep('ben'))?.['comments']?.[0])).toEqual(['author', 'id', 'story', 'text'])
      })

      it('are the same in sub-resources', async () => {
        expect(fieldsOf(await get('ben', '/users/amy/profile'))).toEqual(['motto', 'user'])
        expect(fieldsOf((await get('ben', '/users/amy/stories'))['data']?.[0])).toEqual(USERS)
        expect(fieldsOf(await get('ben', `/users/amy${story}`))).toEqual(USERS)
        expect(fieldsOf((await get('ben', `${story}/comments`))['data']?.[0])).toEqual([
          'author',
          'id',
          'story',
          'text',
        ])
        expect(await asEach((who) => status(who, '/users/amy/groups'))).toEqual({
          nobody: 401,
          ben: 200,
          amy: 200,
          root: 200,
        })
      })

      it('are the same in the response to a write', async () => {
        const created = await send('amy', 'POST', '/stories', {
          title: 'Mine',
          pitch: 'for editors',
          owner: 'amy',
        })
        expect([created.status, fieldsOf(created.body)]).toEqual([201, USERS])
        const path = `/stories/${String(created.body['_pk'])}`
        for (const [method, body] of [
          ['PATCH', { pitch: 'better' }],
          ['PUT', { title: 'Mine', owner: 'amy', pitch: 'best' }],
        ] as const) {
          const changed = await send('amy', method, path, body)
          expect([method, changed.status, fieldsOf(changed.body)]).toEqual([method, 200, USERS])
        }
        expect((await get('root', path))['pitch']).toBe('best')
        const several = await send('amy', 'POST', '/stories', [{ title: 'a' }, { title: 'b' }])
        expect(fieldsOf(several.body['data']?.[1])).toEqual(USERS)
        await send('root', 'DELETE', '/stories?title=Mine,a,b&title=Mine&title=a&title=b')
      })

      it('never include the password', async () => {
        const shown = await Promise.all(
          ['/users', '/users/amy', '/users/self', story].map(async (path) =>
            JSON.stringify(await get('root', path)),
          ),
        )
        expect(shown.join()).not.toMatch(/password|\$argon2/)
      })
    })

    describe('a field that the caller is not allowed to see', () => {
      const refused = [
        'fee=50',
        'fee__gt=1',
        'fee=>1',
        'fee=[1 TO *]',
        '_missing_=fee',
        '_exists_=fee',
        '_sort=fee',
      ]
      const asked = [
        ...refused,
        '_sort=title,-fee',
        '_fields=fee',
        '_fields=-fee',
        'q=fee:50',
        'q=words&_search_fields=pitch',
        '_search_fields=text,pitch&q=words',
        '_aggregations.a.sum.field=fee',
        '_aggs.a.terms.field=pitch',
        '_count&fee=50',
        'pitch__contains=secret',
      ]

      it.each(asked)('results in 403 for everyone except admins: ?%s', async (query) => {
        expect(await asEach((who) => status(who, `/stories?${encodeURI(query)}`))).toEqual({
          nobody: 403,
          ben: 403,
          amy: 403,
          root: 200,
        })
      })

      it.each([
        'progress=0.5',
        '_sort=published',
        '_fields=comments',
        '_aggs.a.avg.field=progress',
        'comments.text=Well',
      ])('results in 403 for anonymous callers if only users can see it: ?%s', async (query) => {
        expect(await asEach((who) => status(who, `/stories?${query}`))).toEqual({
          nobody: 403,
          ben: 200,
          amy: 200,
          root: 200,
        })
      })

      it.each([
        ['/stories?owner.email=amy@example.com', 403, 200],
        ['/stories?owner.memo__contains=odd', 403, 200],
        ['/stories?q=owner.score:7', 403, 200],
        ['/stories?owner.password=x', 403, 403],
        ['/users?stories.fee=50', 403, 200],
        ['/users?profile.address=Main Street', 403, 200],
        ['/comments?story.pitch__exists=true', 403, 200],
        ['/comments?author.email__startswith=b', 403, 200],
        ['/comments?flag=rude', 403, 200],
        ['/comments?_aggs.a.max.field=story.fee', 403, 200],
        ['/stories?_aggs.a.terms.field=owner.password', 403, 403],
      ])('results in 403 through a relation: %s', async (path, users, admins) => {
        expect([await status('ben', encodeURI(path)), await status('root', encodeURI(path))]).toEqual([
          users,
          admins,
        ])
      })

      it('returns 403 if used in the filter of a bulk request', async () => {
        expect((await send('root', 'DELETE', '/stories?fee=4711')).status).toBe(200)
        const editor = { username: 'ed', groups: ['editor'], email: 'ed@example.com', password: PASSWORD }
        await send('root', 'POST', '/users', editor)
        known['ed'] = ticketOf(await logIn(service(), '/v1', 'ed'))
        expect((await send('ed', 'PATCH', '/stories?fee=4711', { text: 'x' })).status).toBe(403)
        expect((await send('ed', 'PATCH', '/stories?title=4711', { fee: 1 })).status).toBe(403)
        expect((await send('ed', 'PATCH', '/stories?title=4711', { pitch: 'x' })).status).toBe(200)
      })

      it('is not searched', async () => {
        const found = async (who: Audience): Promise<Body | undefined> =>
          (await get(who, '/stories?q=secret'))['total']
        expect(await asEach(found)).toEqual({ nobody: 0, ben: 0, amy: 0, root: 1 })
        expect((await get('nobody', '/stories?q=plain'))['total']).toBe(1)
      })

      it('cannot be used with a cursor: a cursor for a different order is rejected', async () => {
        const { headers } = await send('root', 'GET', '/stories?_sort=fee&_limit=1')
        const [, next = ''] = /<\/v1([^>]*)>/.exec(String(headers['link'])) ?? []
        expect(await status('root', next)).toBe(200)
        expect(await status('ben', next)).toBe(403)
        expect(await status('ben', next.replace(/_sort=fee&?/, ''))).toBe(400)
      })

      it('is not suggested for a misspelled field name', async () => {
        const { status: code, body } = await send('nobody', 'GET', '/stories?fe=1')
        expect([code, JSON.stringify(body)]).toEqual([400, expect.not.stringMatching(/"fee|fee"/)])
      })
    })

    describe('a write', () => {
      it('can set visible and hidden fields, and is rejected with a 403 that names any other field', async () => {
        const response = await send('amy', 'PATCH', story, { fee: 1, title: 'Open' })
        expect([response.status, response.body['errors']]).toEqual([
          403,
          [{ path: '/fee', message: 'you do not have permission to write this field' }],
        ])
        expect((await send('amy', 'PATCH', story, { pitch: 'secret words' })).status).toBe(200)
        expect((await send('amy', 'PUT', story, { title: 'Open', fee: 1 })).status).toBe(403)
        expect((await send('amy', 'POST', '/stories', { title: 'x', fee: 1 })).status).toBe(403)
        expect((await send('amy', 'POST', '/stories', [{ title: 'x' }, { title: 'y', fee: 1 }])).status).toBe(
          403,
        )
        expect((await send('amy', 'PATCH', '/users/self', { score: 99 })).status).toBe(403)
        expect((await send('amy', 'PATCH', '/users/self/profile', { address: 'Low Street' })).status).toBe(
          200,
        )
        expect((await send('amy', 'PATCH', '/users/self/profile', { rating: 5 })).status).toBe(403)
        expect((await get('root', '/users/amy/profile'))['address']).toBe('Low Street')
      })

      it('by PUT keeps fields that the caller can neither see nor write', async () => {
        const before = await get('root', story)
        const response = await send('amy', 'PUT', story, { title: 'Open', owner: 'amy', text: 'plain words' })
        expect(response.status).toBe(200)
        const after = await get('root', story)
        expect([after['fee'], after['pitch'], after['progress']]).toEqual([before['fee'], null, 0])
        await send('root', 'PATCH', story, { pitch: 'secret words', progress: 0.5 })
      })

      it('accepts visible fields sent back unchanged', async () => {
        await send('root', 'PATCH', '/users/ben', { groups: ['editor', 'user'] })
        const self = await get('ben', '/users/self')
        for (const method of ['PATCH', 'PUT'])
          expect([method, (await send('ben', method, '/users/self', self)).status]).toEqual([method, 200])
        expect((await send('ben', 'PATCH', '/users/self', { ...self, groups: ['user'] })).status).toBe(403)
        expect((await send('ben', 'PUT', '/users/self', {})).status).toBe(200)
        expect((await get('ben', '/users/self/groups'))['data']).toEqual(['editor', 'user'])
        // Invisible fields are not compared, because the response would reveal their value.
        for (const score of [7, 8])
          expect((await send('ben', 'PATCH', '/users/self', { score })).status).toBe(403)
        await send('root', 'PATCH', '/users/ben', { groups: ['user'] })
      })

      it('can set groups only if the caller is an admin', async () => {
        expect((await send('amy', 'PATCH', '/users/amy', { groups: ['admin'] })).status).toBe(403)
        expect((await send('amy', 'POST', '/users/amy/groups', ['admin'])).status).toBe(403)
        expect((await send('root', 'POST', '/users/ben/groups', ['editor'])).body['data']).toEqual([
          'user',
          'editor',
        ])
        expect((await send('root', 'POST', '/users/ben/groups', ['-editor'])).status).toBe(200)
      })
    })

    it('an anonymous caller gets at most public_max_limit items', async () => {
      const list = Array.from({ length: 120 }, (_, index) => ({ title: `many ${index}` }))
      await send('root', 'POST', '/stories', list)
      const total = async (who: string): Promise<Body | undefined> =>
        (await get(who, '/stories?_count'))['total']
      expect([await total('nobody'), await total('ben')]).toEqual([100, 122])
      expect([
        await status('nobody', '/stories?_start=90&_limit=10'),
        await status('nobody', '/stories?_start=100'),
      ]).toEqual([200, 200])
      const { body } = await send('nobody', 'GET', '/stories?_limit=1000')
      expect([body['total'], body['count']]).toEqual([100, 100])
    })
  },
  { settings: withAdmin, code: userCode('members'), search: 'also' },
)

const person = "{ $ref: '#/components/schemas/Person' }"
const email = '{ name: email, in: path, required: true, schema: { type: string } }'

onEveryEngine(
  'hidden names in paths',
  (service) => {
    it('are not in the URLs of items', async () => {
      const root = ticketOf(await logIn(service(), '', 'root'))
      const ada = { name: 'ada', email: 'ada@example.com', password: PASSWORD }
      expect((await service().send('POST', '/people', ada, root)).status).toBe(201)
      const path = '/people/ada%40example.com'
      const note = await service().send('POST', `${path}/notes`, { text: 'x' }, root)
      expect(note.status).toBe(201)
      const urls = async (as: Known): Promise<readonly unknown[]> => {
        const people = (await service().send('GET', '/people', undefined, as)).body['data']
        const { body } = await service().send('GET', `${path}/notes`, undefined, as)
        return [people?.[0]?.['_self'], body['data']?.[0]?.['_self']]
      }
      const origin = String((await urls(root))[0]).replace(/\/people.*/, '')
      expect(await urls(root)).toEqual([
        `${origin}${path}`,
        `${origin}${path}/notes/${String(note.body['_pk'])}`,
      ])
      expect(await urls({})).toEqual([null, null])
    })
  },
  {
    settings: withAdmin,
    api: `openapi: 3.1.0
info: { title: Notes, version: '1' }
security: [{ session: [] }, {}]
x-acl: { collection: allow everyone all, item: allow everyone all }
paths:
  /people: { get: {}, post: { requestBody: { content: { application/json: { schema: ${person} } } } } }
  /people/{email}: { parameters: [${email}], get: {} }
  /people/{email}/notes: { parameters: [${email}], get: {}, post: {} }
  /people/{email}/notes/{id}:
    parameters: [${email}, { name: id, in: path, required: true, schema: { type: string } }]
    get: {}
components:
  securitySchemes:
    session: { type: apiKey, in: cookie, name: notes, x-ticket: { secret: auth_tkt_secret } }
  schemas:
    Person:
      type: object
      x-auth-model: true
      x-public-fields: [name]
      required: [name, email, password]
      properties:
        name: { type: string, x-db-settings: { type: string, primary_key: true } }
        email: { type: string, x-db-settings: { type: string, unique: true, required: true } }
        password: { type: string, x-db-settings: { type: string, required: true } }
        notes: { type: array, items: { $ref: '#/components/schemas/Note' } }
        groups: { x-db-settings: { type: list, item_type: string, choices: [admin, user], default: [user] } }
    Note:
      type: object
      x-stored: true
      properties:
        id: { type: string, readOnly: true }
        text: { type: string }
        author: ${person}
`,
  },
)
