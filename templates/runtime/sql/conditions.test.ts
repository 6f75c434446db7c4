import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  emptyDatabase,
  openMigrated,
  type TestDatabase,
  testedEngines,
} from '../../../src/testing/stored-database.js'
import { ALL_ROWS } from '../repository/items.js'
import { storedService } from '../../../src/testing/stored-service.js'
import type { Operator } from '../spec/query-language.js'
import type { Condition, SortKey } from '../store.js'
import type { Json } from '../json.js'
import type { Row } from '../model.js'
import type { TextPattern } from '../values/pattern.js'
import type { SqlDatabase } from './connection.js'

const ITEMS: readonly Row[] = [
  {
    string: 'Straße 100%',
    text: 'The quick brown fox',
    integer: 1,
    decimal: '10',
    boolean: true,
    tags: ['a', 'b'],
  },
  { string: 'straw_berry', text: 'Éclair au café', integer: 2, decimal: '9.99', boolean: false, tags: ['b'] },
  {
    string: 'a100z',
    text: 'brown, quick: snake_case',
    integer: 3,
    decimal: '-1.55',
    tags: [],
    prices: ['10.5', 2],
  },
  {
    string: null,
    text: 'Лиса quicker',
    decimal: '-1.5',
    datetime: '2015-03-14T09:26:53.000Z',
    marks: [5, 10],
  },
  {
    string: '',
    text: null,
    decimal: '10.0000000000000000000001',
    big_integer: '9007199254740993',
    choice: 'a',
  },
]

const compare = (field: string, op: Operator, value: Json): Condition => ({
  kind: 'compare',
  field,
  op,
  value,
})
const related = (relation: string, of: Condition | null): Condition => ({ kind: 'related', relation, of })
const not = (of: Condition): Condition => ({ kind: 'not', of })
const text = (pattern: TextPattern, field = 'text'): Condition => ({ kind: 'text', field, pattern })

describe.each(testedEngines())('conditions on %s', (engine) => {
  let home: TestDatabase
  let database: SqlDatabase
  let first: number

  beforeAll(async () => {
    home = await emptyDatabase(engine)
    database = await openMigrated(home.url, storedService())
    const stored = await database.store('Item', ALL_ROWS).insert(ITEMS)
    first = Number(stored[0]?.['id'])
    await database.store('User', ALL_ROWS).insert([
      { username: 'bob', email: 'bob@x' },
      { username: 'eve', email: null },
    ])
    await database.store('Story', ALL_ROWS).insert([
      { title: 'One', slug: null, rank: 1, owner: 'bob' },
      { title: 'Two', slug: null, rank: 2, owner: 'bob' },
      { title: 'Three', slug: null, rank: 1, owner: null },
    ])
    const [root] = await database.store('Node', ALL_ROWS).insert([{ name: 'root', parent: null }])
    await database.store('Node', ALL_ROWS).insert([{ name: 'leaf', parent: root?.['id'] ?? null }])
  })

  afterAll(async () => {
    await database.close()
    await home.dispose()
  })

  /** Returns the numbers of the selected items, starting at 1. */
  async function selected(where: Condition): Promise<number[]> {
    const rows = await database
      .store('Item', ALL_ROWS)
      .find({ where, orderBy: [{ field: 'id', direction: 'asc' }] })
    expect(await database.store('Item', ALL_ROWS).count(where)).toBe(rows.length)
    return rows.map((row) => Number(row['id']) - first + 1)
  }

  const count = (model: string, where: Condition): Promise<number> =>
    database.store(model, ALL_ROWS).count(where)

  it.each<[string, Operator, Json, number[]]>([
    ['integer', 'eq', 2, [2]],
    ['integer', 'ne', 2, [1, 3, 4, 5]],
    ['integer', 'gt', 1, [2, 3]],
    ['integer', 'lte', 2, [1, 2]],
    ['integer', 'in', [1, 3], [1, 3]],
    ['integer', 'in', [], []],
    ['integer', 'nin', [1, 3], [2, 4, 5]],
    ['integer', 'exists', true, [1, 2, 3]],
    ['integer', 'exists', false, [4, 5]],
    ['integer', 'eq', null, [4, 5]],
    ['boolean', 'eq', false, [2]],
    ['boolean', 'ne', false, [1, 3, 4, 5]],
    ['boolean', 'in', [true], [1]],
    ['datetime', 'eq', '2015-03-14T10:26:53+01:00', [4]],
    ['datetime', 'lt', '2015-03-14T09:26:53.001Z', [4]],
    ['big_integer', 'eq', '9007199254740993', [5]],
    ['big_integer', 'gt', '9007199254740992', [5]],
    ['big_integer', 'in', ['9007199254740993', 4], [5]],
    ['decimal', 'eq', '10.00', [1]],
    ['decimal', 'gt', 9, [1, 2, 5]],
    ['decimal', 'gt', '10', [5]],
    ['decimal', 'gte', '10', [1, 5]],
    ['decimal', 'lt', '-1.5', [3]],
    ['decimal', 'lte', -1.5, [3, 4]],
    ['decimal', 'in', ['9.990', 10], [1, 2]],
    ['choice', 'in', ['a', 'b'], [5]],
  ])('%s %s %j', async (field, op, value, expected) => {
    expect(await selected(compare(field, op, value))).toEqual(expected)
  })

  it.each<[Operator, string, number[]]>([
    ['contains', '100', [1, 3]],
    ['contains', '100%', [1]],
    ['contains', '_', [2]],
    ['contains', 'STRA', []],
    ['icontains', 'STRA', [1, 2]],
    ['contains', '', [1, 2, 3, 5]],
    ['startswith', 'Stra', [1]],
    ['istartswith', 'sTRA', [1, 2]],
    ['endswith', '%', [1]],
    ['endswith', '0z', [3]],
    ['endswith', '', [1, 2, 3, 5]],
  ])('text %s %j', async (op, value, expected) => {
    expect(await selected(compare('string', op, value))).toEqual(expected)
  })

  it.each<[string, Operator, Json, number[]]>([
    ['tags', 'eq', 'b', [1, 2]],
    ['tags', 'contains', 'a', [1]],
    ['tags', 'ne', 'a', [2, 3, 4, 5]],
    ['tags', 'nin', ['a', 'x'], [2, 3, 4, 5]],
    ['tags', 'in', ['a', 'x'], [1]],
    ['tags', 'any', ['a', 'b'], [1, 2]],
    ['tags', 'all', ['a', 'b'], [1]],
    ['tags', 'exists', true, [1, 2, 3]],
    ['tags', 'icontains', 'B', [1, 2]],
    ['tags', 'gt', 'a', [1, 2]],
    ['marks', 'gt', 7, [4]],
    ['marks', 'gt', 10, []],
    ['marks', 'in', [5], [4]],
    ['prices', 'gt', '10.4', [3]],
    ['prices', 'eq', '10.50', [3]],
    ['prices', 'lt', 2, []],
  ])('list %s %s %j', async (field, op, value, expected) => {
    expect(await selected(compare(field, op, value))).toEqual(expected)
  })

  it.each<[TextPattern, number[]]>([
    [{ kind: 'word', text: 'quick' }, [1, 3]],
    [{ kind: 'word', text: 'caf' }, []],
    [{ kind: 'word', text: 'cafe' }, [2]],
    [{ kind: 'word', text: 'cafeteria' }, []],
    [{ kind: 'wildcard', text: 'ec?air' }, [2]],
    [{ kind: 'fuzzy', text: 'eclar', edits: 1 }, [2]],
    [{ kind: 'phrase', words: ['au', 'cafe'] }, [2]],
    [{ kind: 'word', text: 'лиса' }, [4]],
    [{ kind: 'word', text: 'snake' }, []],
    [{ kind: 'word', text: 'snake_case' }, [3]],
    [{ kind: 'word', text: 'quick.' }, []],
    [{ kind: 'wildcard', text: 'quick*' }, [1, 3, 4]],
    [{ kind: 'wildcard', text: 'qu?ck' }, [1, 3]],
    [{ kind: 'wildcard', text: '*case' }, [3]],
    [{ kind: 'wildcard', text: 'q*brown' }, []],
    [{ kind: 'wildcard', text: '*n*k*_*a*e' }, [3]],
    [{ kind: 'wildcard', text: 's**e' }, [3]],
    [{ kind: 'fuzzy', text: 'quik', edits: 1 }, [1, 3]],
    [{ kind: 'fuzzy', text: 'quic', edits: 1 }, [1, 3]],
    [{ kind: 'fuzzy', text: 'quikc', edits: 1 }, [1, 3]],
    [{ kind: 'fuzzy', text: 'uqikc', edits: 1 }, []],
    [{ kind: 'fuzzy', text: 'uqikc', edits: 2 }, [1, 3]],
    [{ kind: 'fuzzy', text: 'xquickerx', edits: 2 }, [4]],
    [{ kind: 'phrase', words: ['quick', 'brown'] }, [1]],
    [{ kind: 'phrase', words: ['brown', 'quick'] }, [3]],
  ])('words like %j', async (pattern, expected) => {
    expect(await selected(text(pattern))).toEqual(expected)
  })

  it('match wildcards in long words without exponential backtracking', async () => {
    const [long] = await database.store('Item', ALL_ROWS).insert([{ text: 'a'.repeat(20_000) }])
    expect(await selected(text({ kind: 'wildcard', text: `${'*a'.repeat(20)}*b` }))).toEqual([])
    await database.store('Item', ALL_ROWS).deleteByKey(Number(long?.['id']))
  })

  it('treat a missing value as a non-match, so that it matches the negation', async () => {
    expect(await selected(not(compare('integer', 'gt', 1)))).toEqual([1, 4, 5])
    expect(await selected(not(not(compare('integer', 'gt', 1))))).toEqual([2, 3])
    expect(await selected(not(text({ kind: 'word', text: 'quick' })))).toEqual([2, 4, 5])
    expect(await selected(not(compare('tags', 'eq', 'a')))).toEqual([2, 3, 4, 5])
    const either: Condition = { kind: 'or', of: [compare('integer', 'gt', 2), compare('string', 'eq', '')] }
    expect(await selected(either)).toEqual([3, 5])
    expect(await selected(not(either))).toEqual([1, 2, 4])
    expect(await selected({ kind: 'or', of: [] })).toEqual([])
  })

  it('follow relations in both directions, including relations between items of the same model', async () => {
    expect(await count('Story', related('owner', compare('email', 'eq', 'bob@x')))).toBe(2)
    expect(await count('Story', related('owner', null))).toBe(2)
    expect(await count('Story', not(related('owner', null)))).toBe(1)
    expect(await count('Story', compare('owner', 'eq', 'bob'))).toBe(2)
    expect(await count('User', related('stories', compare('rank', 'gt', 1)))).toBe(1)
    expect(await count('User', not(related('stories', null)))).toBe(1)
    expect(await count('Node', related('parent', compare('name', 'eq', 'root')))).toBe(1)
    expect(await count('Node', related('children', related('parent', compare('name', 'eq', 'root'))))).toBe(1)
  })

  it.each<[string, 'asc' | 'desc', number[]]>([
    ['integer', 'asc', [4, 5, 1, 2, 3]],
    ['integer', 'desc', [3, 2, 1, 4, 5]],
    ['string', 'asc', [4, 5, 1, 3, 2]],
    ['string', 'desc', [2, 3, 1, 5, 4]],
    ['decimal', 'asc', [3, 4, 2, 1, 5]],
    ['decimal', 'desc', [5, 1, 2, 4, 3]],
    ['boolean', 'asc', [3, 4, 5, 2, 1]],
    ['datetime', 'desc', [4, 1, 2, 3, 5]],
  ])('select the next row in the order %s %s', async (field, direction, expected) => {
    const orderBy: readonly SortKey[] = [
      { field, direction },
      { field: 'id', direction: 'asc' },
    ]
    const store = database.store('Item', ALL_ROWS)
    const places: number[] = []
    let after: Json[] | undefined
    for (;;) {
      const [row] = await store.find({ where: { kind: 'and', of: [] }, orderBy, take: 1, after })
      if (row === undefined) break
      places.push(Number(row['id']) - first + 1)
      after = orderBy.map((key) => row[key.field] ?? null)
    }
    expect(places).toEqual(expected)
  })
})
