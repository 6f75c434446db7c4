import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_ROWS } from '../repository/items.js'
import { emptyService } from '../../../src/testing/fake-stages.js'
import { field, model } from '../../../src/testing/sample-service.js'
import {
  emptyDatabase,
  openMigrated,
  type TestDatabase,
  testedEngines,
} from '../../../src/testing/stored-database.js'
import { constrained } from '../../../src/testing/stored-service.js'
import type { Condition } from '../store.js'
import type { SqlDatabase } from './connection.js'

const ODD = 'a"b?$1'
const LONG = 'x'.repeat(61)
/**
 * A model with unusual names: quotes, SQL keywords, placeholders, column names used by SQLite's `json_each`, and names
 * that PostgreSQL would truncate.
 */
const service = {
  ...emptyService('Names'),
  models: [
    model('Order', [
      field('id', 'id_field'),
      constrained(field('value', 'list'), { itemType: 'string' }),
      constrained(field('path', 'list'), { itemType: 'string' }),
      constrained(field('select'), { unique: true }),
      constrained(field(ODD), { index: true }),
      constrained(field(`${LONG}_1`), { unique: true }),
      constrained(field(`${LONG}_2`), { unique: true, maxLength: 3 }),
      constrained(field('state', 'choice'), { choices: ["it's", 'a\n-- migrate:down\nb', 7] }),
    ]),
  ],
}

describe.each(testedEngines())('unusual names on %s', (engine) => {
  let home: TestDatabase
  let database: SqlDatabase

  beforeAll(async () => {
    home = await emptyDatabase(engine)
    database = await openMigrated(home.url, service)
  })

  afterAll(async () => {
    await database.close()
    await home.dispose()
  })

  it('work like any other column name', async () => {
    const row = {
      value: ['v'],
      path: ['p'],
      select: 's',
      [ODD]: 'odd',
      [`${LONG}_1`]: 'one',
      [`${LONG}_2`]: 'two',
      state: 'a\n-- migrate:down\nb',
    }
    const orders = database.store('Order', ALL_ROWS)
    const [stored] = await orders.insert([row])
    expect(stored).toEqual({ ...row, id: 1 })
    await orders.insert([
      { ...row, select: null, [`${LONG}_1`]: null, [`${LONG}_2`]: null, state: 7, path: [] },
    ])
    const where: Condition = {
      kind: 'and',
      of: [
        { kind: 'compare', field: 'value', op: 'contains', value: 'v' },
        { kind: 'compare', field: 'path', op: 'any', value: ['p'] },
        { kind: 'compare', field: ODD, op: 'eq', value: 'odd' },
      ],
    }
    expect(await orders.count(where)).toBe(1)
    expect(await orders.aggregate(where, [{ kind: 'terms', field: 'path', size: 5 }])).toEqual([
      { buckets: [{ key: 'p', doc_count: 1 }] },
    ])
    expect((await orders.findByKey(2))?.['state']).toBe(7)
    await expect(orders.insert([{ ...row, select: 't', [`${LONG}_1`]: 'x' }])).rejects.toMatchObject({
      fields: [`${LONG}_2`],
    })
  })
})
