import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  emptyDatabase,
  openMigrated,
  type TestDatabase,
  testedEngines,
} from '../../../src/testing/stored-database.js'
import { ALL_ROWS } from '../repository/items.js'
import { storedService } from '../../../src/testing/stored-service.js'
import { type Condition, EVERYTHING, type Aggregation } from '../store.js'
import type { Row } from '../model.js'
import type { SqlDatabase } from './connection.js'

const ITEMS: readonly Row[] = [
  {
    string: 'b',
    integer: 7,
    float: 0.5,
    decimal: '0.1',
    date: '2015-03-14',
    datetime: '2015-03-14T09:26:53.500Z',
  },
  {
    string: 'a',
    integer: 12,
    float: 2.25,
    decimal: '10',
    date: '2015-03-16',
    datetime: '2015-11-01T00:00:00.000Z',
  },
  {
    string: 'a',
    integer: 7,
    decimal: '9.00000000000000000001',
    tags: ['x', 'y'],
    big_integer: '9007199254740993',
  },
  {
    string: 'c',
    integer: -1,
    date: '2016-01-01',
    tags: ['x'],
    big_integer: '9007199254740993',
    boolean: true,
  },
  { string: 'b' },
]

describe.each(testedEngines())('aggregations on %s', (engine) => {
  let home: TestDatabase
  let database: SqlDatabase

  beforeAll(async () => {
    home = await emptyDatabase(engine)
    database = await openMigrated(home.url, storedService())
    await database.store('Item', ALL_ROWS).insert(ITEMS)
  })

  afterAll(async () => {
    await database.close()
    await home.dispose()
  })

  const positive: Condition = { kind: 'compare', field: 'integer', op: 'gt', value: 0 }
  const none: Condition = { kind: 'compare', field: 'integer', op: 'gt', value: 100 }

  it.each<[Aggregation, Condition, unknown]>([
    [{ kind: 'min', field: 'integer' }, EVERYTHING, { value: -1 }],
    [{ kind: 'max', field: 'integer' }, EVERYTHING, { value: 12 }],
    [{ kind: 'sum', field: 'integer' }, positive, { value: 26 }],
    [{ kind: 'avg', field: 'integer' }, EVERYTHING, { value: 6.25 }],
    [{ kind: 'value_count', field: 'integer' }, EVERYTHING, { value: 4 }],
    [{ kind: 'cardinality', field: 'integer' }, EVERYTHING, { value: 3 }],
    [{ kind: 'stats', field: 'integer' }, positive, { count: 3, min: 7, max: 12, avg: 26 / 3, sum: 26 }],
    [{ kind: 'stats', field: 'integer' }, none, { count: 0, min: null, max: null, avg: null, sum: 0 }],
    [{ kind: 'sum', field: 'float' }, EVERYTHING, { value: 2.75 }],
    [{ kind: 'min', field: 'decimal' }, EVERYTHING, { value: 0.1 }],
    [{ kind: 'max', field: 'decimal' }, EVERYTHING, { value: 10 }],
    [{ kind: 'sum', field: 'decimal' }, EVERYTHING, { value: '19.10000000000000000001' }],
    [{ kind: 'sum', field: 'big_integer' }, EVERYTHING, { value: '18014398509481986' }],
    [{ kind: 'max', field: 'big_integer' }, EVERYTHING, { value: '9007199254740993' }],
    [{ kind: 'max', field: 'datetime' }, EVERYTHING, { value: '2015-11-01T00:00:00.000Z' }],
    [{ kind: 'cardinality', field: 'tags' }, EVERYTHING, { value: 2 }],
    [
      { kind: 'terms', field: 'string', size: 2 },
      EVERYTHING,
      {
        buckets: [
          { key: 'a', doc_count: 2 },
          { key: 'b', doc_count: 2 },
        ],
      },
    ],
    [{ kind: 'terms', field: 'boolean', size: 10 }, EVERYTHING, { buckets: [{ key: true, doc_count: 1 }] }],
    [
      { kind: 'terms', field: 'tags', size: 10 },
      EVERYTHING,
      {
        buckets: [
          { key: 'x', doc_count: 2 },
          { key: 'y', doc_count: 1 },
        ],
      },
    ],
    [
      { kind: 'histogram', field: 'integer', interval: 5 },
      EVERYTHING,
      {
        buckets: [
          { key: -5, doc_count: 1 },
          { key: 5, doc_count: 2 },
          { key: 10, doc_count: 1 },
        ],
      },
    ],
    [
      { kind: 'histogram', field: 'decimal', interval: 0.5 },
      EVERYTHING,
      {
        buckets: [
          { key: 0, doc_count: 1 },
          { key: 9, doc_count: 1 },
          { key: 10, doc_count: 1 },
        ],
      },
    ],
  ])('compute %j', async (aggregation, where, expected) => {
    expect(await database.store('Item', ALL_ROWS).aggregate(where, [aggregation])).toEqual([expected])
  })

  it('return the same results in one call as in separate calls', async () => {
    const fields = [
      'integer',
      'float',
      'decimal',
      'big_integer',
      'string',
      'date',
      'tags',
      'marks',
      'boolean',
    ]
    const kinds = ['min', 'max', 'value_count', 'cardinality', 'sum', 'avg', 'stats'] as const
    const numbers = new Set(['integer', 'float', 'decimal', 'big_integer', 'marks'])
    const wanted = fields.flatMap((field) =>
      kinds
        .filter((kind) => numbers.has(field) || !['sum', 'avg', 'stats'].includes(kind))
        .map((kind): Aggregation => ({ kind, field })),
    )
    const store = database.store('Item', ALL_ROWS)
    for (const where of [EVERYTHING, positive, none]) {
      const together = await store.aggregate(where, wanted)
      const apart = []
      for (const each of wanted) apart.push(...(await store.aggregate(where, [each])))
      expect(together).toEqual(apart)
    }
  })

  it.each([
    ['datetime', 'year', ['2015-01-01T00:00:00.000Z']],
    ['datetime', 'quarter', ['2015-01-01T00:00:00.000Z', '2015-10-01T00:00:00.000Z']],
    ['datetime', 'month', ['2015-03-01T00:00:00.000Z', '2015-11-01T00:00:00.000Z']],
    ['datetime', 'week', ['2015-03-09T00:00:00.000Z', '2015-10-26T00:00:00.000Z']],
    ['datetime', 'day', ['2015-03-14T00:00:00.000Z', '2015-11-01T00:00:00.000Z']],
    ['datetime', 'hour', ['2015-03-14T09:00:00.000Z', '2015-11-01T00:00:00.000Z']],
    ['date', 'year', ['2015-01-01', '2016-01-01']],
    ['date', 'week', ['2015-03-09', '2015-03-16', '2015-12-28']],
    ['date', 'hour', ['2015-03-14', '2015-03-16', '2016-01-01']],
  ] as const)('group %s by %s', async (field, interval, expected) => {
    const [result] = await database
      .store('Item', ALL_ROWS)
      .aggregate(EVERYTHING, [{ kind: 'date_histogram', field, interval }])
    expect(result && 'buckets' in result && result.buckets.map((bucket) => bucket.key)).toEqual(expected)
  })

  it('count rows for each combination of field values', async () => {
    const groups = await database
      .store('Item', ALL_ROWS)
      .groupBy(EVERYTHING, [{ field: 'string' }, { field: 'integer' }])
    expect(groups).toEqual([
      { values: { string: 'a', integer: 7 }, count: 1, computed: [] },
      { values: { string: 'a', integer: 12 }, count: 1, computed: [] },
      { values: { string: 'b', integer: null }, count: 1, computed: [] },
      { values: { string: 'b', integer: 7 }, count: 1, computed: [] },
      { values: { string: 'c', integer: -1 }, count: 1, computed: [] },
    ])
  })

  it('return sums of floats as numbers', async () => {
    const store = database.store('Item', ALL_ROWS)
    await store.insert([9900.689999999997, 0].map((float) => ({ string: 'float', float })))
    const where: Condition = { kind: 'compare', field: 'string', op: 'eq', value: 'float' }
    expect(await store.aggregate(where, [{ kind: 'sum', field: 'float' }])).toEqual([
      { value: 9900.689999999997 },
    ])
  })
})
