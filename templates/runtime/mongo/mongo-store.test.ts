import { UniqueViolation } from '../errors.js'
import { MongoServerError } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_ROWS } from '../repository/items.js'
import { type Condition, EVERYTHING, TooSlow, equal } from '../store.js'
import type { Json } from '../json.js'
import type { FieldSpec, ModelSpec } from '../model.js'
import { CollectionMap } from './collection.js'
import { runCommand } from './migrations.js'
import { type MongoDatabase, openDatabase } from './database.js'
import { findWithRelated } from './related.js'
import { translateMongo } from './transaction.js'
import { keyOf } from '../repository/parts.js'
import { withRule } from '../testing/rare-rules.js'

const base = {
  foreignKeys: {},
  processors: {},
  schema: {},
  additionalProperties: false,
  path: null,
} as const

const STORIES: ModelSpec = {
  ...base,
  name: 'Story',
  var: 'story',
  table: 'story',
  key: 'id',
  fields: {
    id: { type: 'object_id', column: 'id' },
    title: { type: 'string', column: 'title', unique: true, required: true },
    price: withRule({ type: 'decimal', column: 'price' }),
    big: withRule({ type: 'big_integer', column: 'big' }),
    due: { type: 'datetime', column: 'due' },
    day: { type: 'date', column: 'day' },
    tags: { type: 'list', column: 'tags', itemType: 'string' },
    meta: { type: 'dict', column: 'meta' },
    file: withRule({ type: 'binary', column: 'file' }),
  } satisfies Record<string, FieldSpec>,
  relations: {
    owner: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: false,
      column: 'owner_id',
      keyType: 'string',
      inverse: 'stories',
      required: false,
      onDelete: 'nullify',
    },
  },
}

const USERS: ModelSpec = {
  ...base,
  name: 'User',
  var: 'user',
  table: 'user',
  key: 'username',
  fields: { username: { type: 'string', column: 'username' } },
  relations: {
    stories: {
      model: 'Story',
      side: 'one',
      many: true,
      unique: false,
      column: 'owner_id',
      keyType: 'object_id',
      inverse: 'owner',
      required: false,
      onDelete: 'nullify',
    },
  },
}

const servers = [
  ['a standalone server', process.env['TEST_MONGODB_URL']],
  ['a replica set', process.env['TEST_MONGODB_RS_URL']],
] as const
for (const [name, url] of servers)
  if (url === undefined) console.log(`Skipping the MongoDB store tests on ${name}: no URL is set`)

if (servers.every(([, url]) => url === undefined))
  it('is skipped because no server URL is set', () => undefined)

describe.each(servers.flatMap(([name, url]) => (url === undefined ? [] : [[name, url] as const])))(
  'on %s',
  (_name, server) => {
    const url = new URL(server)
    url.pathname = `/store_${process.pid}`
    let database: MongoDatabase

    beforeAll(async () => {
      database = await openDatabase({ url: url.href }, { Story: STORIES, User: USERS })
      await runCommand(database.db, { do: 'create-index', collection: 'story', path: 'title', unique: true })
      await database.store('Story', ALL_ROWS).deleteMany(EVERYTHING)
      await database.store('User', ALL_ROWS).deleteMany(EVERYTHING)
    })
    afterAll(() => database.close())

    const row = (title: string, values: Readonly<Record<string, Json>> = {}): Record<string, Json> => ({
      title,
      owner: null,
      ...values,
    })

    it('sends the time limit with each command that can take long, and reports that it was exceeded', async () => {
      const limits = new Set<unknown>()
      const names = new Set<string>()
      const limited = await openDatabase(
        { url: url.href, statementTimeout: 7 },
        { Story: STORIES },
        (client) =>
          client.on('commandStarted', ({ commandName, command }) => {
            if (!/^(?:find|aggregate|insert)$/.test(commandName)) return
            // A single item by its key takes no time.
            if (Object.hasOwn(Object(command['filter']), '_id')) return
            names.add(commandName)
            limits.add(command['maxTimeMS'])
          }),
      )
      await limited.transaction(async (session) => {
        const store = session.store('Story', ALL_ROWS)
        const [made = {}] = await store.insert([row('limited')])
        await store.updateByKey(keyOf(store.spec, made), { price: '1' })
        await store.find({ where: equal('title', 'limited'), orderBy: [], take: 1 })
        await store.count(equal('title', 'limited'))
        await store.deleteMany(equal('title', 'limited'))
      })
      await limited.close()
      expect([names.size > 1, ...limits]).toEqual([true, 7000])
      const late = new MongoServerError({ code: 50, message: 'operation exceeded time limit' })
      expect(translateMongo(late, new CollectionMap(STORIES))).toBeInstanceOf(TooSlow)
    })

    it('leaves half of the connections to others while commands read through texts or aggregate', async () => {
      const few = new URL(url)
      few.searchParams.set('maxPoolSize', '4')
      // Otherwise, a few connections could handle all commands before the others are open.
      few.searchParams.set('minPoolSize', '4')
      const isRead = (name: string): boolean => /^(?:find|aggregate|distinct)$/.test(name)
      let running = 0
      let most = 0
      const limited = await openDatabase({ url: few.href }, { Story: STORIES, User: USERS }, (client) => {
        client.on('commandStarted', ({ commandName }) => {
          if (isRead(commandName)) most = Math.max(most, (running += 1))
        })
        client.on('commandSucceeded', ({ commandName }) => {
          if (isRead(commandName)) running -= 1
        })
      })
      try {
        const stories = limited.store('Story', ALL_ROWS)
        const users = limited.store('User', ALL_ROWS)
        const where: Condition = { kind: 'compare', field: 'title', op: 'icontains', value: 'x' }
        const orderBy = [{ field: 'id', direction: 'asc' }] as const
        const searches = Array.from({ length: 10 }, () => [
          stories.find({ where, orderBy }),
          stories.count(where),
          stories.aggregate(EVERYTHING, [{ kind: 'value_count', field: 'title' }]),
          stories.groupBy(EVERYTHING, [{ field: 'owner' }]),
          users.count({ kind: 'related', relation: 'stories', of: where }),
        ]).flat()
        await Promise.all(searches)
        expect(most).toBeLessThanOrEqual(2)
        most = 0
        await Promise.all(Array.from({ length: 200 }, () => stories.find({ where: EVERYTHING, orderBy })))
        expect(most).toBeGreaterThan(2)
      } finally {
        await limited.close()
      }
    })

    it('rejects rows without a required value, as a NOT NULL column does', async () => {
      const stories = database.store('Story', ALL_ROWS)
      const missing = { title: null, owner: null }
      await expect(stories.insert([row('whole'), missing])).rejects.toMatchObject({
        status: 400,
        errors: [{ path: '/title', message: 'must not be null' }],
      })
      expect(await stories.count(equal('title', 'whole'))).toBe(0)
    })

    it('preserves values of every type', async () => {
      const values = {
        price: '12345678901234567890.123',
        big: '9007199254740993',
        due: '2024-05-31T10:00:00.123Z',
        day: '2024-02-29',
        tags: ['a', 'b'],
        meta: { a: { b: [1, null] } },
        file: 'aGVsbG8=',
      }
      const [stored] = await database.store('Story', ALL_ROWS).insert([row('values', values)])
      expect(stored).toMatchObject(values)
      expect(await database.store('Story', ALL_ROWS).findByKey(String(stored?.['id']))).toEqual(stored)
    })

    it('encodes only names with a special meaning in the database', async () => {
      const meta = { plain: 1, '50%2E': 2, 'a.b': { $set: [{ _bsontype: 'x' }] } }
      await database.store('Story', ALL_ROWS).insert([row('named', { meta })])
      const stored = await database.db.collection('story').findOne({ title: 'named' })
      expect(stored?.['meta']).toMatchObject({ plain: 1, '50%2E': 2 })
      const where = { kind: 'compare', field: 'title', op: 'eq', value: 'named' } as const
      const orderBy = [{ field: 'id', direction: 'asc' }] as const
      expect(await database.store('Story', ALL_ROWS).find({ where, orderBy })).toMatchObject([{ meta }])
      await database.store('Story', ALL_ROWS).deleteMany(where)
    })

    it('changes and deletes all items or none', async () => {
      const stories = database.store('Story', ALL_ROWS)
      await stories.insert([row('several 1', { price: '7' }), row('several 2', { price: '7' })])
      const where = { kind: 'compare', field: 'price', op: 'eq', value: 7 } as const
      await expect(stories.updateMany(where, { title: 'the same' })).rejects.toThrow(UniqueViolation)
      const orderBy = [{ field: 'title', direction: 'asc' }] as const
      const titles = (await stories.find({ where, orderBy })).map(({ title }) => title)
      expect(titles).toEqual(['several 1', 'several 2'])
      expect(await stories.deleteMany(where)).toBe(2)
    })

    it('reports the field with a duplicate value, and stores none of the items', async () => {
      const stories = database.store('Story', ALL_ROWS)
      const before = await stories.count(EVERYTHING)
      const rejected = stories.insert([row('first'), row('values'), row('third')])
      await expect(rejected).rejects.toThrow(UniqueViolation)
      await expect(rejected).rejects.toMatchObject({ fields: ['title'] })
      expect(await stories.count(EVERYTHING)).toBe(before)
    })

    it('finds an item and fields from other items, with null for the fields of a missing item', async () => {
      const users = database.store('User', ALL_ROWS)
      await users.insert([{ username: 'eve' }])
      const [story] = await database.store('Story', ALL_ROWS).insert([row('One', { price: '1.50' })])
      const relatedFields = [
        { model: 'Story', field: 'price', key: String(story?.['id']) },
        { model: 'Story', field: 'price', key: 'f'.repeat(24) },
        { model: 'User', field: 'username', key: 'eve' },
      ]
      expect(await findWithRelated(database, 'User', 'eve', relatedFields)).toEqual({
        row: { username: 'eve' },
        relatedFields: [1.5, null, 'eve'],
      })
      expect(await findWithRelated(database, 'User', 'nobody', relatedFields)).toBeUndefined()
      await database.store('Story', ALL_ROWS).deleteByKey(String(story?.['id']))
      await users.deleteByKey('eve')
    })

    it('finds items by fields, by words and through relations', async () => {
      await database.store('User', ALL_ROWS).insert([{ username: 'ada' }, { username: 'bob' }])
      const stories = database.store('Story', ALL_ROWS)
      await stories.insert([
        row('A red fox', { owner: 'ada', tags: ['x'] }),
        row('the blue dog', { owner: 'bob' }),
      ])
      const titles = async (where: Parameters<typeof stories.find>[0]['where']): Promise<Json[]> =>
        (
          await stories.find({
            where,
            orderBy: [
              { field: 'title', direction: 'asc' },
              { field: 'id', direction: 'asc' },
            ],
          })
        ).map((found) => found['title'] ?? null)
      expect(await titles(equal('owner', 'ada'))).toEqual(['A red fox'])
      expect(await titles({ kind: 'text', field: 'title', pattern: { kind: 'word', text: 'fox' } })).toEqual([
        'A red fox',
      ])
      expect(
        await titles({ kind: 'text', field: 'title', pattern: { kind: 'fuzzy', text: 'blew', edits: 2 } }),
      ).toEqual(['the blue dog'])
      expect(await titles({ kind: 'related', relation: 'owner', of: equal('username', 'bob') })).toEqual([
        'the blue dog',
      ])
      expect(await titles({ kind: 'compare', field: 'tags', op: 'contains', value: 'x' })).toEqual([
        'A red fox',
      ])
      expect(
        await titles({ kind: 'not', of: { kind: 'compare', field: 'owner', op: 'exists', value: true } }),
      ).toEqual(['values'])
      expect([
        ...(
          await database
            .store('User', ALL_ROWS)
            .links({ relation: 'stories', keys: ['ada', 'bob'], limit: 10 })
        ).values(),
      ]).toMatchObject([{ total: 1 }, { total: 1 }])
    })

    it('returns the results of several aggregations', async () => {
      const results = await database.store('Story', ALL_ROWS).aggregate(EVERYTHING, [
        { kind: 'value_count', field: 'owner' },
        { kind: 'terms', field: 'owner', size: 5 },
        { kind: 'date_histogram', field: 'due', interval: 'month' },
      ])
      expect(results).toEqual([
        { value: 2 },
        {
          buckets: [
            { key: 'ada', doc_count: 1 },
            { key: 'bob', doc_count: 1 },
          ],
        },
        { buckets: [{ key: '2024-05-01T00:00:00.000Z', doc_count: 1 }] },
      ])
    })

    it('retries the work after a concurrent change, and keeps both changes', async () => {
      const [item] = await database.store('Story', ALL_ROWS).insert([row('contested', { meta: {} })])
      const key = String(item?.['id'])
      const meta = async (): Promise<Json> =>
        (await database.store('Story', ALL_ROWS).findByKey(key))?.['meta'] ?? null
      let tries = 0
      await database.transaction(async (session) => {
        const stories = session.store('Story', ALL_ROWS)
        tries += 1
        await stories.insert([row(`of try ${tries}`)])
        const found = await stories.findByKey(key, true)
        if (tries === 1) await database.store('Story', ALL_ROWS).updateByKey(key, { meta: { other: 1 } })
        await stories.updateByKey(key, { meta: { ...Object(found?.['meta']), own: 1 } })
      })
      expect(tries).toBe(2)
      expect(await meta()).toEqual({ other: 1, own: 1 })
      expect(await database.store('Story', ALL_ROWS).count(equal('title', 'of try 1'))).toBe(0)
    })

    it('reverts what a transaction changed and deleted', async () => {
      const stories = database.store('Story', ALL_ROWS)
      const all = async (): Promise<Json> =>
        (
          await stories.find({
            where: equal('day', '2001-01-01'),
            orderBy: [{ field: 'title', direction: 'asc' }],
          })
        ).map(({ title, tags }) => ({ title: title ?? null, tags: tags ?? null }))
      const made = await stories.insert(
        ['t1', 't2', 't3', 't4'].map((title) => row(title, { day: '2001-01-01', tags: ['as', 'made'] })),
      )
      const keys = made.map(({ id }) => String(id))
      const before = await all()
      const failing = database.transaction(async (session) => {
        const own = session.store('Story', ALL_ROWS)
        await own.updateByKey(keys[0] ?? '', { tags: null, title: 't1 changed' })
        await own.updateMany(equal('day', '2001-01-01'), { tags: ['changed'] })
        await own.deleteByKey(keys[1] ?? '')
        await own.deleteMany(equal('title', 't3'))
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await all()).toEqual(before)
    })

    it('rejects writes in a transaction that has ended', async () => {
      let late: (() => Promise<unknown>) | undefined
      await database.transaction(async (session) => {
        const stories = session.store('Story', ALL_ROWS)
        await stories.count(EVERYTHING)
        late = () => stories.insert([row('late')])
      })
      await expect(late?.()).rejects.toThrow()
      expect(await database.store('Story', ALL_ROWS).count(equal('title', 'late'))).toBe(0)
    })

    it('reverts what a transaction created', async () => {
      const stories = database.store('Story', ALL_ROWS)
      const before = await stories.count(EVERYTHING)
      const failing = database.transaction(async (session) => {
        await session.store('Story', ALL_ROWS).insert([row('in vain')])
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await stories.count(EVERYTHING)).toBe(before)
    })
  },
)
