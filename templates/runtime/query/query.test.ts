import { describe, expect, it } from 'vitest'
import { type Condition, EVERYTHING } from '../store.js'
import type { Operator } from '../spec/query-language.js'
import { BadRequest, Forbidden } from '../errors.js'
import type { Json, JsonObject } from '../json.js'
import type { Models, ModelSpec, RelationSpec } from '../model.js'
import { findIn } from '../http/host.js'
import { MemoryDatabase } from '../testing/memory-database.js'
import { storyModels } from '../testing/story-models.js'
import { type Caller, type QueryParameters, TRUSTED, encodeCursor } from './parameters.js'
import { partsOfPage, readForSeveral } from '../polymorphic/polymorphic.js'
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

const base = {
  foreignKeys: {},
  schema: {},
  additionalProperties: false,
  processors: {},
  path: null,
}
const link = { unique: false, column: 'owner', required: false, onDelete: 'nullify' } as const
const owner: RelationSpec = {
  ...link,
  model: 'User',
  side: 'holder',
  many: false,
  keyType: 'string',
  inverse: 'stories',
}
const stories: RelationSpec = {
  ...link,
  model: 'Story',
  side: 'one',
  many: true,
  keyType: 'id_field',
  inverse: 'owner',
}

const story: ModelSpec = {
  ...base,
  name: 'Story',
  var: 'story',
  table: 'story',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id' },
    name: { type: 'string', column: 'name' },
    about: { type: 'text', column: 'about' },
    progress: { type: 'float', column: 'progress' },
    done: { type: 'boolean', column: 'done' },
    start: { type: 'datetime', column: 'start' },
    day: { type: 'date', column: 'day' },
    tags: { type: 'list', itemType: 'string', column: 'tags' },
    scores: { type: 'list', itemType: 'integer', column: 'scores' },
    settings: { type: 'dict', column: 'settings' },
    note: { type: 'string', column: null },
  },
  relations: { owner },
  foreignKeys: { owner_id: 'owner' },
}
const user: ModelSpec = {
  ...base,
  name: 'User',
  var: 'user',
  table: 'user',
  key: 'username',
  fields: {
    username: { type: 'string', column: 'username' },
    name: { type: 'string', column: 'name' },
    age: { type: 'integer', column: 'age' },
  },
  relations: { stories },
}
const models: Models = { Story: story, User: user }
const reader = new QueryReader(story, models, LIMITS)
const users = new QueryReader(user, models, LIMITS)

const compare = (field: string, op: Operator, value: Json): Condition => ({
  kind: 'compare',
  field,
  op,
  value,
})
const word = (field: string, text: string): Condition => ({
  kind: 'text',
  field,
  pattern: { kind: 'word', text },
})
const where = (parameters: QueryParameters): Condition => reader.list(parameters, TRUSTED).where

function faultsOf(parameters: QueryParameters, caller: Caller = TRUSTED): JsonObject {
  try {
    reader.list(parameters, caller)
  } catch (error) {
    if (error instanceof BadRequest || error instanceof Forbidden)
      return {
        status: error.status,
        ...Object.fromEntries(error.errors.map(({ path, message }) => [path, message])),
      }
    throw error
  }
  return {}
}

describe('filters', () => {
  it.each<[QueryParameters, Condition]>([
    [{ name: 'foo' }, compare('name', 'eq', 'foo')],
    [{ progress: '0.5' }, compare('progress', 'eq', 0.5)],
    [{ name: ['a', 'b'] }, compare('name', 'in', ['a', 'b'])],
    [{ progress__gte: '1' }, compare('progress', 'gte', 1)],
    [{ start__gte: '2015-01-01' }, compare('start', 'gte', '2015-01-01T00:00:00.000Z')],
    [{ id__in: '1,2' }, compare('id', 'in', [1, 2])],
    [{ name__in: ['a,b', 'c'] }, compare('name', 'in', ['a,b', 'c'])],
    [{ name__ne: 'a OR b' }, compare('name', 'ne', 'a OR b')],
    [{ name__icontains: 'a*' }, compare('name', 'icontains', 'a*')],
    [{ name: 'a\\*b' }, compare('name', 'eq', 'a*b')],
    [{ tags: 'x' }, compare('tags', 'eq', 'x')],
    [{ tags__all: 'x,y' }, compare('tags', 'all', ['x', 'y'])],
    [{ scores__contains: '3' }, compare('scores', 'contains', 3)],
    [{ settings__exists: 'true' }, compare('settings', 'exists', true)],
    [{ _missing_: 'name' }, compare('name', 'exists', false)],
    [{ _exists_: 'owner' }, compare('owner', 'exists', true)],
    [{ owner: 'bob' }, compare('owner', 'eq', 'bob')],
    [{ 'owner.age__gt': '3' }, { kind: 'related', relation: 'owner', of: compare('age', 'gt', 3) }],
    [
      { 'owner.age__ne': '3' },
      { kind: 'not', of: { kind: 'related', relation: 'owner', of: compare('age', 'eq', 3) } },
    ],
  ])('%j is parsed', (parameters, expected) => {
    expect(where(parameters)).toEqual(expected)
  })

  it('on a to-many relation match the key of any related item', () => {
    const some: Condition = { kind: 'related', relation: 'stories', of: compare('id', 'eq', 3) }
    expect(users.list({ stories: '3' }, TRUSTED).where).toEqual(some)
    expect(users.list({ stories__ne: '3' }, TRUSTED).where).toEqual({ kind: 'not', of: some })
    expect(users.list({ stories__exists: 'false' }, TRUSTED).where).toEqual({
      kind: 'not',
      of: { kind: 'related', relation: 'stories', of: null },
    })
    expect(users.list({ 'stories.progress': '[1 TO 5}' }, TRUSTED).where).toEqual({
      kind: 'related',
      relation: 'stories',
      of: { kind: 'and', of: [compare('progress', 'gte', 1), compare('progress', 'lt', 5)] },
    })
  })

  it('report all errors at once', () => {
    expect(
      faultsOf({
        nme: 'x',
        name__like: 'x',
        progress: 'much',
        progress__contains: '1',
        name__any: 'x',
        owner_id: 'bob',
        note: 'x',
        settings: 'x',
        done__gt: 'true',
        'owner.nme': 'x',
        _limt: '3',
        __proto__x: '1',
        'constructor.name': '1',
      }),
    ).toEqual({
      status: 400,
      nme: 'unknown field "nme" in Story (did you mean "name"?)',
      name__like: 'unknown operator "__like"',
      progress: 'must be a number',
      progress__contains: '__contains applies only to text and lists',
      name__any: '__any applies only to lists',
      owner_id: '"owner_id" is a foreign key; use "owner" instead',
      note: '"note" is not stored and cannot be queried',
      settings: 'fields of type dict support only __exists',
      done__gt: 'does not support __gt because its values have no order',
      'owner.nme': 'unknown field "owner.nme" in Story (did you mean "owner.name"?)',
      _limt: 'unknown parameter (did you mean "_limit"?)',
      __proto__x: 'unknown parameter',
      'constructor.name': 'unknown field "constructor.name" in Story',
    })
  })

  it('on fields that the caller cannot see are forbidden, in all parameters', () => {
    const caller: Caller = {
      visible: ({ name }) => new Set(name === 'Story' ? ['name', 'owner'] : ['username']),
      anonymousLimit: false,
      mayView: () => true,
      restrict: (where) => where,
    }
    for (const parameters of [
      { progress: '1' },
      { progress__gt: '1' },
      { 'owner.age': '1' },
      { _sort: '-progress' },
      { _fields: 'progress' },
      { q: 'progress:1' },
      { q: 'x', _search_fields: 'about' },
      { _missing_: 'progress' },
      { '_aggs.x.sum.field': 'progress' },
    ])
      expect(faultsOf(parameters, caller)).toMatchObject({ status: 403 })
    expect(reader.list({ q: 'x' }, caller).where).toEqual(word('name', 'x'))
    expect(faultsOf({ progess: '1' }, caller)['progess']).toBe('unknown field "progess" in Story')
  })

  it('have limits', () => {
    expect(faultsOf({ name: 'x'.repeat(3501) })).toEqual({
      status: 400,
      name: 'must be at most 3500 characters long',
    })
    expect(faultsOf({ name: Array.from({ length: 51 }, () => 'x') })).toMatchObject({ status: 400 })
    expect(faultsOf({ _sort: Array.from({ length: 21 }, () => 'name').join(',') })).toMatchObject({
      status: 400,
    })
    expect(faultsOf({ q: 'x '.repeat(101) })).toEqual({
      status: 400,
      q: 'exceeds the limit of 100 terms for all expressions in a query',
    })
    expect(faultsOf({ q: '('.repeat(1000) })).toMatchObject({ status: 400 })
    expect(faultsOf({ _missing_: 'name,'.repeat(51) })).toMatchObject({ status: 400 })
    expect(faultsOf({ name: '*a'.repeat(5) })).toMatchObject({ status: 400 })
    expect(faultsOf({ q: 'a-'.repeat(30) + '*' })).toMatchObject({ status: 400 })
  })
})

describe('a page', () => {
  it('is limited by _limit and the maximum size, and starts at _start or _page', () => {
    expect(reader.list({}, TRUSTED)).toMatchObject({
      take: 20,
      skip: 0,
      orderBy: [{ field: 'id', direction: 'asc' }],
    })
    expect(reader.list({ _limit: '5000', _start: '7' }, TRUSTED)).toMatchObject({ take: 1000, skip: 7 })
    expect(reader.list({ _limit: '10', _page: '2' }, TRUSTED)).toMatchObject({ take: 10, skip: 20 })
    expect(reader.list({ _limit: '0' }, TRUSTED)).toMatchObject({ take: 0 })
    for (const parameters of [
      { _limit: '-1' },
      { _limit: '1.5' },
      { _start: 'x' },
      { _start: '1', _page: '1' },
      { _limit: ['1', '2'] },
    ])
      expect(faultsOf(parameters)).toMatchObject({ status: 400 })
  })

  it('for an anonymous caller does not exceed the public limit', () => {
    const anonymous: Caller = { ...TRUSTED, anonymousLimit: true }
    expect(reader.list({ _limit: '500' }, anonymous)).toMatchObject({ take: 100 })
    expect(reader.list({ _start: '95' }, anonymous)).toMatchObject({ take: 5 })
    expect(reader.list({ _start: '300' }, anonymous)).toMatchObject({ take: 0 })
    const after = encodeCursor(story, [{ field: 'id', direction: 'asc' }], { id: 90 })
    expect(reader.list({ _after: after, _limit: '500' }, anonymous)).toMatchObject({ take: 100 })
  })

  it('breaks ties by the key, in the direction of the last sort key', () => {
    expect(reader.list({ _sort: 'name,-progress' }, TRUSTED).orderBy).toEqual([
      { field: 'name', direction: 'asc' },
      { field: 'progress', direction: 'desc' },
      { field: 'id', direction: 'desc' },
    ])
    expect(faultsOf({ _sort: 'tags' })).toMatchObject({ status: 400 })
    expect(faultsOf({ _sort: 'name,' })).toMatchObject({ status: 400 })
  })

  it('accepts only a cursor with the same sort order', () => {
    const { orderBy } = reader.list({ _sort: '-name' }, TRUSTED)
    const cursor = encodeCursor(story, orderBy, { id: 7, name: null })
    expect(reader.list({ _after: cursor, _sort: '-name' }, TRUSTED)).toMatchObject({
      after: [null, 7],
      skip: 0,
    })
    for (const parameters of [
      {},
      { _sort: 'name' },
      { _sort: '-name', _start: '3' },
      { _sort: '-name', _page: '3' },
    ])
      expect(faultsOf({ ...parameters, _after: cursor })).toMatchObject({ status: 400 })
    expect(faultsOf({ _after: 'x' })).toMatchObject({ status: 400 })
    expect(
      faultsOf({ _after: encodeCursor(story, reader.list({}, TRUSTED).orderBy, { id: 'x' }) }),
    ).toMatchObject({
      status: 400,
    })
  })

  it('contains only the selected fields, or all fields except the excluded ones', () => {
    expect(reader.list({ _fields: 'name,_pk' }, TRUSTED).fields).toEqual(new Set(['name']))
    const without = reader.list({ _fields: '-name' }, TRUSTED).fields
    expect(without?.has('name')).toBe(false)
    expect(without?.has('owner')).toBe(true)
    expect(reader.list({}, TRUSTED).fields).toBeNull()
  })

  it('can consist of only the total', () => {
    expect(reader.list({ _count: '' }, TRUSTED).countOnly).toBe(true)
    expect(reader.list({}, TRUSTED).countOnly).toBe(false)
  })
})

describe('expressions', () => {
  it.each<[QueryParameters, Condition]>([
    [{ progress: '>=3' }, compare('progress', 'gte', 3)],
    [{ progress: '> -3' }, compare('progress', 'gt', -3)],
    [
      { progress: '[-5 TO 5}' },
      { kind: 'and', of: [compare('progress', 'gte', -5), compare('progress', 'lt', 5)] },
    ],
    [{ progress: '{1 TO *]' }, compare('progress', 'gt', 1)],
    [{ progress: '(!1)' }, { kind: 'not', of: compare('progress', 'eq', 1) }],
    [{ progress: '*' }, compare('progress', 'exists', true)],
    [
      { progress: '-5 OR 3' },
      { kind: 'or', of: [compare('progress', 'eq', -5), compare('progress', 'eq', 3)] },
    ],
    [{ start: '[2015 TO *]' }, compare('start', 'gte', '2015-01-01T00:00:00.000Z')],
    [{ start: '>2015' }, compare('start', 'gte', '2016-01-01T00:00:00.000Z')],
    [{ start: '[* TO 2015-02]' }, compare('start', 'lt', '2015-03-01T00:00:00.000Z')],
    [{ start: '<2015-01-01T10:00:00Z' }, compare('start', 'lt', '2015-01-01T10:00:00.000Z')],
    [
      { day: '{2014 TO 2015-03-04]' },
      { kind: 'and', of: [compare('day', 'gte', '2015-01-01'), compare('day', 'lte', '2015-03-04')] },
    ],
    [{ name: '(foo)' }, word('name', 'foo')],
    [{ name: 'NOT foo' }, { kind: 'not', of: word('name', 'foo') }],
    [{ name: 'foo*' }, { kind: 'text', field: 'name', pattern: { kind: 'wildcard', text: 'foo*' } }],
    [{ name: 'foo~' }, { kind: 'text', field: 'name', pattern: { kind: 'fuzzy', text: 'foo', edits: 2 } }],
    [{ name: 'foo~1' }, { kind: 'text', field: 'name', pattern: { kind: 'fuzzy', text: 'foo', edits: 1 } }],
    [
      { name: '"a \\"phrase"' },
      { kind: 'text', field: 'name', pattern: { kind: 'phrase', words: ['a', 'phrase'] } },
    ],
    [
      { name: 'a AND b OR c' },
      { kind: 'or', of: [{ kind: 'and', of: [word('name', 'a'), word('name', 'b')] }, word('name', 'c')] },
    ],
    [
      { name: 'a OR b AND NOT c' },
      {
        kind: 'or',
        of: [
          word('name', 'a'),
          { kind: 'and', of: [word('name', 'b'), { kind: 'not', of: word('name', 'c') }] },
        ],
      },
    ],
    [{ name: '!(a OR b)' }, { kind: 'not', of: { kind: 'or', of: [word('name', 'a'), word('name', 'b')] } }],
    [{ name: '>b' }, compare('name', 'gt', 'b')],
    [
      { owner: 'bob OR eve' },
      { kind: 'or', of: [compare('owner', 'eq', 'bob'), compare('owner', 'eq', 'eve')] },
    ],
    [
      { 'owner.age': '[1 TO 2]' },
      {
        kind: 'related',
        relation: 'owner',
        of: { kind: 'and', of: [compare('age', 'gte', 1), compare('age', 'lte', 2)] },
      },
    ],
    [{ scores: '>=3' }, { kind: 'item', field: 'scores', of: [{ op: 'gte', value: 3 }] }],
    [
      { scores: '[3 TO 5}' },
      {
        kind: 'item',
        field: 'scores',
        of: [
          { op: 'gte', value: 3 },
          { op: 'lt', value: 5 },
        ],
      },
    ],
  ])('%j is parsed', (parameters, expected) => {
    expect(where(parameters)).toEqual(expected)
  })

  it.each([
    [{ name: '"open' }, 'unterminated quote at character 1'],
    [{ name: 'a AND b OR ' }, 'unexpected end of the expression at character 12'],
    [{ name: '(a' }, 'unexpected end of the expression at character 3, expected ")"'],
    [{ name: '(a))' }, 'unexpected ")" at character 4'],
    [{ name: '[1 TO 2' }, 'unexpected end of the expression at character 8, expected "]" or "}"'],
    [{ name: '[1 TO' }, 'unexpected end of the expression at character 6'],
    [{ name: '[1 2]' }, 'unexpected "2" at character 4, expected "TO"'],
    [{ name: '(a~3)' }, 'unexpected "~" at character 3'],
    [{ name: '!' }, 'unexpected end of the expression at character 2'],
    [{ progress: 'x*' }, '*, ? and ~ apply only to text, and "progress" is not a text field'],
    [{ progress: '>much' }, '"much" must be a number'],
    [{ q: 'name:' }, 'unexpected end of the expression at character 6'],
    [{ q: 'name: ' }, 'unexpected end of the expression at character 7'],
    [{ q: 'name: AND tale' }, 'unexpected "AND" at character 7'],
    [{ q: '(name:)' }, 'unexpected ")" at character 7'],
    [{ q: 'nope: hi' }, 'unknown field "nope" in Story'],
    [{ q: 'nope:' }, 'unexpected end of the expression at character 6'],
    [{ done: '[false TO true]' }, 'does not support __gte because its values have no order'],
  ])('%j is rejected with an explanation', (parameters, message) => {
    expect(Object.values(faultsOf(parameters))).toEqual([400, message])
  })
})

const anywhere = (text: string): Condition => ({ kind: 'or', of: [word('name', text), word('about', text)] })

describe('q', () => {
  it('requires all words unless they are joined with OR, and finds each word in any text field', () => {
    expect(where({ q: 'foo bar' })).toEqual({ kind: 'and', of: [anywhere('foo'), anywhere('bar')] })
    expect(where({ q: 'foo OR bar' })).toEqual({ kind: 'or', of: [anywhere('foo'), anywhere('bar')] })
    expect(where({ q: 'foo -bar' })).toEqual({
      kind: 'and',
      of: [anywhere('foo'), { kind: 'not', of: anywhere('bar') }],
    })
    expect(where({ q: 'foo', _search_fields: 'about' })).toEqual(word('about', 'foo'))
  })

  it("can name fields, and parses values according to the field's type", () => {
    expect(where({ q: 'name:foo AND progress:>0.5' })).toEqual({
      kind: 'and',
      of: [word('name', 'foo'), compare('progress', 'gt', 0.5)],
    })
    expect(where({ q: 'name:(a OR b) start:[2015 TO *]' })).toEqual({
      kind: 'and',
      of: [
        { kind: 'or', of: [word('name', 'a'), word('name', 'b')] },
        compare('start', 'gte', '2015-01-01T00:00:00.000Z'),
      ],
    })
    expect(where({ q: 'owner.name:foo' })).toEqual({
      kind: 'related',
      relation: 'owner',
      of: word('name', 'foo'),
    })
  })

  it('reports fields that it cannot search', () => {
    expect(faultsOf({ q: 'nme:foo' })).toEqual({
      status: 400,
      q: 'unknown field "nme" in Story (did you mean "name"?)',
    })
    expect(faultsOf({ q: '[1 TO 3]' })).toMatchObject({ status: 400 })
    expect(faultsOf({ q: '' })).toMatchObject({ status: 400 })
    expect(faultsOf({ q: 'x', _search_fields: 'progress' })).toEqual({
      status: 400,
      _search_fields: '"progress" is not a text field',
    })
  })
})

describe('aggregations', () => {
  it('have a name, a kind and options', () => {
    const parameters = {
      '_aggregations.a.sum.field': 'progress',
      '_aggs.b.terms.field': 'tags',
      '_aggs.b.terms.size': '3',
      '_aggs.c.date_histogram.field': 'start',
      '_aggs.c.date_histogram.interval': 'month',
      '_aggs.d.histogram.field': 'progress',
      '_aggs.d.histogram.interval': '0.5',
    }
    const own = { via: [] }
    expect(reader.list(parameters, TRUSTED).aggregations).toEqual([
      { name: 'a', where: EVERYTHING, aggregation: { kind: 'sum', field: 'progress', ...own } },
      { name: 'b', where: EVERYTHING, aggregation: { kind: 'terms', field: 'tags', size: 3, ...own } },
      {
        name: 'c',
        where: EVERYTHING,
        aggregation: { kind: 'date_histogram', field: 'start', interval: 'month', ...own },
      },
      {
        name: 'd',
        where: EVERYTHING,
        aggregation: { kind: 'histogram', field: 'progress', interval: 0.5, ...own },
      },
    ])
  })

  it.each([
    [{ '_aggs.a.sum.field': 'name' }],
    [{ '_aggs.a.total.field': 'progress' }],
    [{ '_aggs.a.sum.field': 'nme' }],
    [{ '_aggs.a.terms.size': '3' }],
    [{ '_aggs.a.histogram.field': 'progress' }],
    [{ '_aggs.a.date_histogram.field': 'start' }],
    [{ '_aggs.a.terms.field': 'name', '_aggs.a.terms.size': '0' }],
    [{ '_aggs.a.sum.field': 'progress', '_aggs.a.avg.field': 'progress' }],
    [{ '_aggs.__proto__.sum.field': 'progress' }],
    [{ '_aggs.a': 'x' }],
  ])('%j is rejected', (parameters) => {
    expect(faultsOf(parameters)).toMatchObject({ status: 400 })
  })
})

describe('a selection', () => {
  it('accepts filters and rejects paging', () => {
    expect(reader.selection({ name: 'x' }, TRUSTED)).toEqual(compare('name', 'eq', 'x'))
    for (const name of [
      '_limit',
      '_start',
      '_page',
      '_sort',
      '_after',
      '_fields',
      '_count',
      '_aggs.a.sum.field',
    ])
      expect(() => reader.selection({ [name]: '1' }, TRUSTED)).toThrow(BadRequest)
  })
})

describe('a search by a handler', () => {
  const search = (expression: string) =>
    findIn(new MemoryDatabase(storyModels), storyModels, LIMITS)('Story', expression, {})

  it('throws a TypeError that names the search and the error if the expression is invalid', async () => {
    await expect(search('titel:x')).rejects.toThrow(TypeError)
    await expect(search('titel:x')).rejects.toThrow(/^event\.search\('Story'\): Invalid query: .*titel/)
  })
})

describe('several collections', () => {
  it('share a query, and each must have all fields that the query names', () => {
    expect(readForSeveral([reader, users], { name: 'x' }, TRUSTED).map((query) => query.where)).toEqual([
      compare('name', 'eq', 'x'),
      compare('name', 'eq', 'x'),
    ])
    expect(() => readForSeveral([reader, users], { progress: '1' }, TRUSTED)).toThrow(
      /unknown field "progress" in User/,
    )
    expect(() => readForSeveral([reader, users], { _after: 'x' }, TRUSTED)).toThrow(BadRequest)
  })

  it('are listed one after another on a shared page', () => {
    expect(partsOfPage([3, 5], { skip: 2, take: 4 })).toEqual([
      { skip: 2, take: 1 },
      { skip: 0, take: 3 },
    ])
  })
})
