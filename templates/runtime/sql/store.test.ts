import { UniqueViolation, ReferenceViolation } from '../errors.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  emptyDatabase,
  openMigrated,
  type TestDatabase,
  testedEngines,
} from '../../../src/testing/stored-database.js'
import { storedService } from '../../../src/testing/stored-service.js'
import { ALL_ROWS } from '../repository/items.js'
import { EVERYTHING, equal, type Store, Unavailable } from '../store.js'
import type { SqlDatabase } from './connection.js'
import { findWithRelated } from './related.js'

const byId = [{ field: 'id', direction: 'asc' }] as const

describe.each(testedEngines())('a store on %s', (engine) => {
  let home: TestDatabase
  let database: SqlDatabase
  let stories: Store
  let users: Store
  let items: Store

  beforeAll(async () => {
    home = await emptyDatabase(engine)
    database = await openMigrated(home.url, storedService())
    stories = database.store('Story', ALL_ROWS)
    users = database.store('User', ALL_ROWS)
    items = database.store('Item', ALL_ROWS)
  })

  beforeEach(async () => {
    for (const model of ['Story', 'Profile', 'User', 'Node', 'Item']) {
      await database.store(model, ALL_ROWS).deleteMany(EVERYTHING)
    }
  })

  afterAll(async () => {
    await database.close()
    await home.dispose()
  })

  it('returns a row as it was stored, with the generated key', async () => {
    const [story] = await stories.insert([{ title: 'A', slug: null, rank: 3, owner: null }])
    expect(story).toEqual({ id: expect.any(Number), title: 'A', slug: null, rank: 3, owner: null })
    expect(await stories.findByKey(Number(story?.['id']))).toEqual(story)
  })

  it('finds a row and fields from other items, with null for the fields of a missing item', async () => {
    await users.insert([{ username: 'bob' }])
    const [item] = await items.insert([{ integer: 5, decimal: '1.50' }])
    const relatedFields = [
      { model: 'Item', field: 'decimal', key: Number(item?.['id']) },
      { model: 'Item', field: 'integer', key: 0 },
      { model: 'User', field: 'username', key: 'bob' },
    ]
    const bob = await users.findByKey('bob')
    expect(await findWithRelated(database, 'User', 'bob', relatedFields)).toEqual({
      row: bob,
      relatedFields: [1.5, null, 'bob'],
    })
    expect(await findWithRelated(database, 'User', 'nobody', relatedFields)).toBeUndefined()
  })

  it('preserves values of every type', async () => {
    const values = {
      string: 'ÄÖÜ "quoted" \\ \u{1F600}',
      text: 'a\nb',
      integer: -5,
      small_integer: 7,
      big_integer: '9007199254740993',
      float: 0.1,
      decimal: '12345678901234567890.123456789',
      boolean: true,
      date: '2015-03-14',
      datetime: '2015-03-14T09:26:53.500Z',
      time: '08:31:00',
      interval: 86400,
      binary: 'AAH/',
      choice: 'b',
      list: [1, 'two', null],
      dict: { a: { b: [true] } },
      pickle: 'text',
      tags: ['x', 'y'],
      prices: ['1234567890.12345678', 2.5],
      marks: [1, 2],
    }
    const [stored] = await items.insert([values])
    expect(stored).toEqual({ ...values, id: expect.any(Number) })
    const [empty] = await items.insert([{}])
    expect(new Set(Object.values({ ...empty, id: null }))).toEqual(new Set([null]))
  })

  it('returns datetimes in UTC, times with seconds and decimals in canonical form', async () => {
    const [stored] = await items.insert([
      { datetime: '2015-03-14T09:26:53+02:00', time: '8:31', decimal: '1.50', big_integer: 12 },
    ])
    expect(stored).toMatchObject({
      datetime: '2015-03-14T07:26:53.000Z',
      time: '08:31:00',
      decimal: 1.5,
      big_integer: 12,
    })
  })

  it('inserts all rows in order, or none', async () => {
    const many = Array.from({ length: 1500 }, (_, index) => ({
      title: `t${index}`,
      slug: `s${index}`,
      rank: index,
      owner: null,
    }))
    const stored = await stories.insert(many)
    expect(stored.map((row) => row['rank'])).toEqual(many.map((row) => row.rank))
    const again = [{ ...many[0], slug: 'new' }, { ...many[1] }]
    await expect(stories.insert(again)).rejects.toThrow(UniqueViolation)
    expect(await stories.count(EVERYTHING)).toBe(1500)
  })

  it('reports the field with a duplicate value', async () => {
    await users.insert([{ username: 'bob', email: 'b@x' }])
    await expect(users.insert([{ username: 'eve', email: 'b@x' }])).rejects.toMatchObject({
      fields: ['email'],
    })
    await expect(users.insert([{ username: 'bob', email: 'c@x' }])).rejects.toMatchObject({
      fields: ['username'],
    })
  })

  it('rejects a key that refers to a missing item, and the deletion of a referenced item', async () => {
    const orphan = { title: 'A', slug: null, rank: null, owner: 'nobody' }
    await expect(stories.insert([orphan])).rejects.toMatchObject({
      name: 'ReferenceViolation',
      reason: 'missing',
    })
    await users.insert([{ username: 'bob', email: null }])
    await database.store('Profile', ALL_ROWS).insert([{ bio: 'x', user: 'bob' }])
    await expect(users.deleteByKey('bob')).rejects.toBeInstanceOf(ReferenceViolation)
    await expect(users.deleteByKey('bob')).rejects.toMatchObject({ reason: 'referenced' })
  })

  it('applies the ondelete rule when an item is deleted', async () => {
    await users.insert([{ username: 'bob', email: null }])
    const [story] = await stories.insert([{ title: 'A', slug: null, rank: null, owner: 'bob' }])
    expect(await users.deleteByKey('bob')).toBe(true)
    expect(await stories.findByKey(Number(story?.['id']))).toMatchObject({ owner: null })
    const nodes = database.store('Node', ALL_ROWS)
    const [root] = await nodes.insert([{ name: 'root', parent: null }])
    await nodes.insert([{ name: 'leaf', parent: root?.['id'] ?? null }])
    expect(await nodes.deleteMany(equal('name', 'root'))).toBe(1)
    expect(await nodes.count(EVERYTHING)).toBe(0)
  })

  it('reports the field whose value violates a constraint', async () => {
    const story = { title: null, slug: null, rank: null, owner: null }
    await expect(stories.insert([story])).rejects.toMatchObject({
      status: 400,
      message: '"title" must not be null.',
    })
    await expect(items.insert([{ choice: 'z' }])).rejects.toMatchObject({
      status: 400,
      errors: [{ path: '/choice' }],
    })
  })

  it('changes and deletes rows by key and in bulk', async () => {
    const stored = await stories.insert(
      [1, 2, 3].map((rank) => ({ title: `t${rank}`, slug: null, rank, owner: null })),
    )
    const id = Number(stored[0]?.['id'])
    expect(await stories.updateByKey(id, { title: 'new', rank: null })).toMatchObject({
      id,
      title: 'new',
      rank: null,
    })
    expect(await stories.updateByKey(0, { title: 'new' })).toBeUndefined()
    expect(
      await stories.updateMany({ kind: 'compare', field: 'rank', op: 'gte', value: 2 }, { title: 'many' }),
    ).toBe(2)
    expect(await stories.deleteByKey(id)).toBe(true)
    expect(await stories.deleteByKey(id)).toBe(false)
    expect(await stories.deleteMany(equal('title', 'many'))).toBe(2)
  })

  it('rolls back a transaction that fails', async () => {
    const failure = database.transaction(async (session) => {
      await session.store('User', ALL_ROWS).insert([{ username: 'bob', email: null }])
      expect(await session.store('User', ALL_ROWS).count(EVERYTHING)).toBe(1)
      expect(await users.count(EVERYTHING)).toBe(0)
      throw new Error('no')
    })
    await expect(failure).rejects.toThrow('no')
    expect(await users.count(EVERYTHING)).toBe(0)
  })

  it('loses no changes made by concurrent transactions', async () => {
    const [story] = await stories.insert([{ title: 'A', slug: null, rank: 0, owner: null }])
    const id = Number(story?.['id'])
    await Promise.all(
      Array.from({ length: 8 }, () =>
        database.transaction(async (session) => {
          const row = await session.store('Story', ALL_ROWS).findByKey(id, true)
          await session.store('Story', ALL_ROWS).updateByKey(id, { rank: Number(row?.['rank']) + 1 })
        }),
      ),
    )
    expect(await stories.findByKey(id)).toMatchObject({ rank: 8 })
  })

  it.runIf(engine === 'sqlite')(
    'does not blame the request for a stored value that is not JSON',
    async () => {
      const [item] = await items.insert([{ tags: ['a'] }])
      await database.migrating((connection) => connection.run(`UPDATE item SET tags = '["a'`))
      await expect(items.findByKey(Number(item?.['id']))).rejects.toBeInstanceOf(SyntaxError)
    },
  )

  it.runIf(engine === 'postgres')(
    'is unavailable if a statement exceeds the timeout in the URL',
    async () => {
      await users.insert([{ username: 'bob' }])
      const url = new URL(home.url)
      url.searchParams.set('statement_timeout', '100')
      const limited = await openMigrated(url.href, storedService())
      const late = await database.transaction(async (session) => {
        await session.store('User', ALL_ROWS).findByKey('bob', true)
        return limited
          .store('User', ALL_ROWS)
          .deleteByKey('bob')
          .catch((error: unknown) => error)
      })
      await limited.close()
      expect(late).toBeInstanceOf(Unavailable)
    },
  )

  it('returns keys and rows of related items up to a limit, and their total number', async () => {
    await users.insert([
      { username: 'bob', email: null },
      { username: 'eve', email: null },
    ])
    const stored = await stories.insert(
      [1, 2, 3].map((rank) => ({ title: `t${rank}`, slug: null, rank, owner: 'bob' })),
    )
    const ids = stored.map((row) => row['id'])
    const links = await users.links({ relation: 'stories', keys: ['bob', 'eve'], limit: 2 })
    expect(links.get('bob')).toEqual({ items: ids.slice(0, 2), total: 3 })
    expect(links.get('eve')).toEqual({ items: [], total: 0 })
    expect((await users.links({ relation: 'stories', keys: ['bob'], limit: 3 })).get('bob')).toEqual({
      items: ids,
      total: 3,
    })
    expect((await users.linkedRows({ relation: 'stories', keys: ['bob'], limit: 1 })).get('bob')).toEqual({
      items: [stored[0]],
      total: 3,
    })
  })

  it('pages through rows', async () => {
    await stories.insert([1, 2, 3, 4].map((rank) => ({ title: 't', slug: null, rank, owner: null })))
    const page = await stories.find({ where: EVERYTHING, orderBy: byId, take: 2, skip: 1 })
    expect(page.map((row) => row['rank'])).toEqual([2, 3])
    expect(await stories.find({ where: EVERYTHING, orderBy: byId, skip: 3 })).toHaveLength(1)
    expect(await stories.find({ where: EVERYTHING, orderBy: byId, take: 0 })).toEqual([])
  })
})
