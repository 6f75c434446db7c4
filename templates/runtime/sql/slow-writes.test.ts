import { expect, it } from 'vitest'
import type { Models } from '../model.js'
import { ALL_ROWS } from '../repository/items.js'
import { type Condition, equal } from '../store.js'
import { postgres } from './postgres/dialect.js'
import { SqlSession } from './store.js'
import { type Executor, tablesOf } from './table.js'

const models: Models = {
  Item: {
    name: 'Item',
    var: 'item',
    path: null,
    additionalProperties: true,
    table: 'item',
    key: 'id',
    fields: { id: { type: 'integer', column: 'id' }, text: { type: 'string', column: 'text' } },
    relations: {},
    foreignKeys: {},
  },
}

it('writes that search for words count as searches, like reads', async () => {
  const slow: (boolean | undefined)[] = []
  const executor: Executor = {
    read: async () => ({ columns: [], rows: [], count: 0 }),
    write: async ({ isSlow }) => {
      slow.push(isSlow)
      return { columns: [], rows: [], count: 0 }
    },
  }
  const items = new SqlSession(postgres, tablesOf(models, postgres), executor, null).store('Item', ALL_ROWS)
  const words: Condition = { kind: 'text', field: 'text', pattern: { kind: 'wildcard', text: 'foo*' } }
  for (const where of [words, equal('id', 1)]) {
    await items.updateMany(where, { text: 'a' })
    await items.deleteMany(where)
  }
  expect(slow).toEqual([true, true, false, false])
})
