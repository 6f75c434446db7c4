import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_ROWS } from '../repository/items.js'
import { pick, random } from '../../../src/testing/random.js'
import { emptyService } from '../../../src/testing/fake-stages.js'
import { field, model } from '../../../src/testing/sample-service.js'
import {
  emptyDatabase,
  openMigrated,
  type TestDatabase,
  testedEngines,
} from '../../../src/testing/stored-database.js'
import { constrained } from '../../../src/testing/stored-service.js'
import { EVERYTHING, type SortKey } from '../store.js'
import type { SqlDatabase } from './connection.js'

const VALUES = {
  indexed: ['a', 'b', 'é', null, null],
  plain: [1, 2, null],
  exact: ['2', '10', '9.5', null],
  held: ['x', 'y'],
}
const NAMES = ['indexed', 'plain', 'exact', 'held'] as const

const service = {
  ...emptyService('Pages'),
  models: [
    model('Item', [
      field('id', 'id_field'),
      constrained(field('indexed'), { index: true }),
      field('plain', 'integer'),
      constrained(field('exact', 'decimal'), { index: true }),
      constrained(field('held'), { required: true, index: true }),
    ]),
  ],
}

const directions = ['asc', 'desc'] as const
const keys = NAMES.flatMap((name) => directions.map((direction): SortKey => ({ field: name, direction })))
const orders = [
  ...directions.map((direction): SortKey[] => [{ field: 'id', direction }]),
  ...keys.map((key): SortKey[] => [key, { field: 'id', direction: key.direction }]),
  ...keys.flatMap((a) =>
    keys
      .filter((b) => b.field !== a.field)
      .map((b): SortKey[] => [a, b, { field: 'id', direction: b.direction }]),
  ),
]

describe.each(testedEngines())('the next page on %s', (engine) => {
  let home: TestDatabase
  let database: SqlDatabase

  beforeAll(async () => {
    home = await emptyDatabase(engine)
    database = await openMigrated(home.url, service)
    const next = random(5)
    const rows = Array.from({ length: 40 }, () =>
      Object.fromEntries(NAMES.map((name) => [name, pick<string | number | null>(next, VALUES[name])])),
    )
    await database.store('Item', ALL_ROWS).insert(rows)
  })

  afterAll(async () => {
    await database.close()
    await home.dispose()
  })

  it.each(
    orders.map(
      (order) =>
        [order.map(({ field: name, direction }) => `${name} ${direction}`).join(', '), order] as const,
    ),
  )('starts where the previous page ended, sorted by %s', async (_, orderBy) => {
    const store = database.store('Item', ALL_ROWS)
    const all = await store.find({ where: EVERYTHING, orderBy })
    expect(all).toHaveLength(40)
    for (let at = 0; at < all.length; at += 3) {
      const after = orderBy.map((key) => all[at]?.[key.field] ?? null)
      const page = await store.findAndCount({ where: EVERYTHING, orderBy, take: 7, after })
      expect([after, page.rows]).toEqual([after, all.slice(at + 1, at + 8)])
      if (page.rows.length > 0) expect(page.total).toBe(40)
      const where = { kind: 'compare', field: 'held', op: 'eq', value: 'x' } as const
      const some = await store.find({ where, orderBy, after })
      expect(some).toEqual(all.slice(at + 1).filter((row) => row['held'] === 'x'))
    }
  })
})
