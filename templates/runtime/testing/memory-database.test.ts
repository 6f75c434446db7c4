import { ALL_ROWS } from '../repository/items.js'
import { UniqueViolation } from '../errors.js'
import { describe, expect, test } from 'vitest'
import { equal, EVERYTHING } from '../store.js'
import { MemoryDatabase } from './memory-database.js'
import { storyModels } from './story-models.js'

const byId = [{ field: 'id', direction: 'asc' }] as const

async function filled(): Promise<MemoryDatabase> {
  const database = new MemoryDatabase(storyModels)
  await database.store('User', ALL_ROWS).insert([
    { username: 'ann', email: 'ann@example.com', password: 'x', groups: ['admin'] },
    { username: 'bob', email: 'bob@example.com', password: 'x', groups: ['user'] },
  ])
  await database.store('Story', ALL_ROWS).insert([
    { name: 'One', owner: 'bob' },
    { name: 'Two', owner: 'bob' },
    { name: 'Three', owner: null },
  ])
  return database
}

describe('the memory database', () => {
  test('generates keys, and returns pages and rows that follow a given row', async () => {
    const stories = (await filled()).store('Story', ALL_ROWS)
    const names = async (more: object): Promise<unknown[]> =>
      (await stories.find({ where: EVERYTHING, orderBy: byId, ...more })).map((row) => row['name'])
    expect(await names({ take: 2 })).toEqual(['One', 'Two'])
    expect(await names({ skip: 1, take: 1 })).toEqual(['Two'])
    expect(await names({ after: [2] })).toEqual(['Three'])
  })

  test('returns related items in both directions', async () => {
    const database = await filled()
    expect(
      (
        await database.store('User', ALL_ROWS).links({ relation: 'stories', keys: ['bob', 'ann'], limit: 1 })
      ).get('bob'),
    ).toEqual({
      items: [1],
      total: 2,
    })
    const where = { kind: 'related', relation: 'owner', of: equal('groups', 'user') } as const
    expect(await database.store('Story', ALL_ROWS).count(where)).toBe(2)
    expect(await database.store('Story', ALL_ROWS).count({ kind: 'not', of: where })).toBe(1)
  })

  test('rolls back a transaction that fails, and isolates one that is running', async () => {
    const database = await filled()
    const failing = database.transaction(async (session) => {
      await session.store('Story', ALL_ROWS).deleteMany(EVERYTHING)
      expect(await database.store('Story', ALL_ROWS).count(EVERYTHING)).toBe(3)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await database.store('Story', ALL_ROWS).count(EVERYTHING)).toBe(3)
  })

  test('rejects duplicate values in unique fields', async () => {
    const users = (await filled()).store('User', ALL_ROWS)
    await expect(users.insert([{ username: 'ann', email: 'x' }])).rejects.toThrow(UniqueViolation)
    await expect(users.updateByKey('ann', { email: 'bob@example.com' })).rejects.toThrow(UniqueViolation)
    expect((await users.updateByKey('ann', { email: 'ann@example.com' }))?.['username']).toBe('ann')
  })
})
