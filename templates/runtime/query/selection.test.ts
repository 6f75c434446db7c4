import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  emptyDatabase,
  openMigrated,
  type TestDatabase,
  testedEngines,
} from '../../../src/testing/stored-database.js'
import { ALL_ROWS } from '../repository/items.js'
import { modelSpecs, storedService } from '../../../src/testing/stored-service.js'
import type { ModelSpec, Row } from '../model.js'
import type { SqlDatabase } from '../sql/connection.js'
import { type QueryParameters, TRUSTED, encodeCursor } from './parameters.js'
import { QueryReader } from './reader.js'

const LIMITS = {
  maxLimit: 1000,
  maxTotal: 0,
  publicMaxLimit: 100,
  maxFilterLength: 3500,
  maxFilters: 50,
  maxSortKeys: 20,
  maxSearchTerms: 100,
  maxFuzzyTerms: 3,
}

const ITEMS: readonly Row[] = [
  {
    string: 'one',
    text: 'The quick brown fox',
    integer: 1,
    float: 0.5,
    datetime: '2014-12-31T23:59:59.999Z',
    tags: ['a', 'New York'],
    marks: [1, 9],
    choice: 'a',
  },
  {
    string: 'two',
    text: 'Quick-witted foxes',
    integer: 2,
    float: 1.5,
    datetime: '2015-01-01T00:00:00.000Z',
    tags: ['b'],
    marks: [4],
    choice: 'b',
  },
  {
    string: 'three',
    text: 'Éclair, café: 100%',
    integer: -3,
    datetime: '2015-12-31T12:00:00.000Z',
    tags: [],
    boolean: true,
  },
  { string: 'four', text: null, integer: null, datetime: '2016-06-01T00:00:00.000Z', boolean: false },
]

describe.each(testedEngines())('queries on %s', (engine) => {
  const models = modelSpecs(storedService())
  const readers = new Map(
    Object.entries(models).map(([name, model]) => [name, new QueryReader(model, models, LIMITS)]),
  )
  let home: TestDatabase
  let database: SqlDatabase

  beforeAll(async () => {
    home = await emptyDatabase(engine)
    database = await openMigrated(home.url, storedService())
    await database.store('Item', ALL_ROWS).insert(ITEMS)
    await database.store('User', ALL_ROWS).insert([
      { username: 'bob', email: 'bob@example.com' },
      { username: 'eve', email: null },
    ])
    await database.store('Story', ALL_ROWS).insert([
      { title: 'First', slug: null, rank: 1, owner: 'bob' },
      { title: 'Second', slug: null, rank: 9, owner: 'bob' },
      { title: 'Third', slug: null, rank: 5, owner: null },
    ])
  })

  afterAll(async () => {
    await database.close()
    await home.dispose()
  })

  function reading(model: string): { reader: QueryReader; spec: ModelSpec } {
    const [reader, spec] = [readers.get(model), models[model]]
    if (reader === undefined || spec === undefined) throw new Error(`no model ${model}`)
    return { reader, spec }
  }

  async function found(model: string, field: string, parameters: QueryParameters): Promise<unknown[]> {
    const { where, orderBy, take, skip, after } = reading(model).reader.list(parameters, TRUSTED)
    const rows = await database.store(model, ALL_ROWS).find({ where, orderBy, take, skip, after })
    return rows.map((row) => row[field])
  }

  it.each<[QueryParameters, string[]]>([
    [{}, ['one', 'two', 'three', 'four']],
    [{ integer: '1' }, ['one']],
    [{ integer: ['1', '2'] }, ['one', 'two']],
    [{ integer__ne: '1' }, ['two', 'three', 'four']],
    [{ integer__nin: '1,2' }, ['three', 'four']],
    [{ integer: '(!1)' }, ['two', 'three', 'four']],
    [{ integer: '-3 OR 2' }, ['two', 'three']],
    [{ integer: '[-3 TO 1]' }, ['one', 'three']],
    [{ integer: '{-3 TO 2}' }, ['one']],
    [{ integer: '*' }, ['one', 'two', 'three']],
    [{ float: '>0.5' }, ['two']],
    [{ _missing_: 'integer' }, ['four']],
    [{ _exists_: 'integer', integer__lt: '2' }, ['one', 'three']],
    [{ boolean: 'false' }, ['four']],
    [{ boolean__exists: 'true' }, ['three', 'four']],
    [{ datetime: '[2015 TO 2015]' }, ['two', 'three']],
    [{ datetime: '[2015 TO *]' }, ['two', 'three', 'four']],
    [{ datetime: '>2015' }, ['four']],
    [{ datetime: '<2015' }, ['one']],
    [{ datetime: '2015-01 OR 2016' }, ['two', 'four']],
    [{ datetime__gte: '2015-01-01' }, ['two', 'three', 'four']],
    [{ datetime: '2015-01-01' }, ['two']],
    [{ tags: 'a' }, ['one']],
    [{ tags: 'New York' }, ['one']],
    [{ tags: '(!a)' }, ['two', 'three', 'four']],
    [{ tags__any: 'a,b' }, ['one', 'two']],
    [{ tags__all: 'a,New York' }, ['one']],
    [{ tags__in: 'b,c' }, ['two']],
    [{ tags__ne: 'a' }, ['two', 'three', 'four']],
    [{ tags: 'york*' }, ['one']],
    [{ tags__startswith: 'New' }, ['one']],
    [{ marks: '9' }, ['one']],
    [{ marks: '>=4' }, ['one', 'two']],
    [{ choice: 'a' }, ['one']],
    [{ choice: 'A OR c' }, ['one']],
    [{ string: 't*' }, ['two', 'three']],
    [{ string: 'thre~1' }, ['three']],
    [{ string__startswith: 't' }, ['two', 'three']],
    [{ string: 'T*' }, ['two', 'three']],
    [{ string: 'ONE' }, []],
    [{ string: '(ONE)' }, ['one']],
    [{ text: '"quick brown"' }, ['one']],
    [{ text: 'Quick-witted OR café' }, ['two', 'three']],
    [{ text__icontains: 'QUICK' }, ['one', 'two']],
    [{ text__contains: '100%' }, ['three']],
    [{ q: 'quick' }, ['one', 'two']],
    [{ q: 'quick one' }, ['one']],
    [{ q: 'QUICK -brown' }, ['two']],
    [{ q: 'fox' }, ['one']],
    [{ q: 'fox*' }, ['one', 'two']],
    [{ q: 'quick AND float:>0.5' }, ['two']],
    [{ q: 'string:(one OR two) integer:2' }, ['two']],
    [{ q: 'one', _search_fields: 'text' }, []],
    [{ q: 'NOT quick' }, ['three', 'four']],
    [{ q: 'école OR éclair' }, ['three']],
    [{ q: 'ECLAIR cafe' }, ['three']],
    [{ q: '"éclair cafe\u0301"' }, ['three']],
    [{ q: 'ecl* AND çafé~1' }, ['three']],
    [{ text__icontains: 'eclair' }, []],
  ])('%j finds %j', async (parameters, expected) => {
    expect(await found('Item', 'string', parameters)).toEqual(expected)
  })

  it.each<[string, string, QueryParameters, string[]]>([
    ['Story', 'title', { owner: 'bob' }, ['First', 'Second']],
    ['Story', 'title', { owner__ne: 'bob' }, ['Third']],
    ['Story', 'title', { owner__exists: 'false' }, ['Third']],
    ['Story', 'title', { 'owner.email': 'bob@example.com' }, ['First', 'Second']],
    ['Story', 'title', { 'owner.email__ne': 'bob@example.com' }, ['Third']],
    ['Story', 'title', { 'owner.email': 'bob* AND NOT eve' }, ['First', 'Second']],
    ['Story', 'title', { q: 'owner.email:bob rank:>5' }, ['Second']],
    ['User', 'username', { 'stories.rank': '9' }, ['bob']],
    ['User', 'username', { 'stories.rank': '[2 TO 8]' }, []],
    ['User', 'username', { 'stories.title__ne': 'First' }, ['eve']],
    ['User', 'username', { stories__exists: 'false' }, ['eve']],
    ['User', 'username', { _missing_: 'stories' }, ['eve']],
  ])('over a relation: %s.%s with %j return %j', async (model, field, parameters, expected) => {
    expect(await found(model, field, parameters)).toEqual(expected)
  })

  it('sort items without a value first or, in descending order, last', async () => {
    expect(await found('Item', 'string', { _sort: 'integer' })).toEqual(['four', 'three', 'one', 'two'])
    expect(await found('Item', 'string', { _sort: '-integer' })).toEqual(['two', 'one', 'three', 'four'])
  })

  it('return each item once when paging by cursor', async () => {
    for (const _sort of ['integer', '-integer', '-boolean,string', 'datetime', 'id']) {
      const { reader, spec } = reading('Item')
      const { orderBy } = reader.list({ _sort }, TRUSTED)
      const seen: unknown[] = []
      let _after: string | undefined
      for (let page = 0; page < 4; page++) {
        const { where, after } = reader.list(_after === undefined ? { _sort } : { _sort, _after }, TRUSTED)
        const [row] = await database.store('Item', ALL_ROWS).find({ where, orderBy, take: 1, after })
        if (row === undefined) break
        seen.push(row['string'])
        _after = encodeCursor(spec, orderBy, row)
      }
      expect(seen).toEqual(await found('Item', 'string', { _sort }))
    }
  })
})
