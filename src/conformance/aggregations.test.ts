import { beforeAll, expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

const SAMPLES = [
  {
    an_integer: 1,
    a_float: 0.5,
    a_decimal: '0.1',
    a_decimal_text: '0.5',
    a_big_integer: '9007199254740993',
    a_string: 'x',
    a_date: '2015-03-14',
    a_datetime: '2015-03-14T09:26:53.589Z',
    a_list: [1, 2],
    a_boolean: true,
    an_interval: 90,
    a_time: '08:00',
  },
  {
    an_integer: 7,
    a_float: 1.5,
    a_decimal: '0.2',
    a_decimal_text: '2.50',
    a_big_integer: 1,
    a_string: 'y',
    a_date: '2015-03-16',
    a_datetime: '2015-03-14T09:59:59.999Z',
    a_list: [2, 3],
    a_boolean: false,
    an_interval: 30,
    a_time: '07:00',
  },
  {
    an_integer: -3,
    a_float: 1.5,
    a_decimal: '100000000000000000000.5',
    a_string: 'x',
    a_date: '2016-12-31',
    a_datetime: '2015-03-14T10:00:00Z',
    a_list: [],
    a_boolean: true,
  },
  {},
]

const CASES: readonly (readonly [query: string, expected: unknown])[] = [
  ['min.field=an_integer', { value: -3 }],
  ['max.field=an_integer', { value: 7 }],
  ['sum.field=an_integer', { value: 5 }],
  ['avg.field=a_float', { value: 3.5 / 3 }],
  ['value_count.field=a_string', { value: 3 }],
  ['cardinality.field=a_string', { value: 2 }],
  ['stats.field=an_integer', { count: 3, min: -3, max: 7, avg: 5 / 3, sum: 5 }],
  ['sum.field=a_decimal', { value: '100000000000000000000.8' }],
  ['max.field=a_decimal', { value: '100000000000000000000.5' }],
  ['sum.field=a_decimal_text', { value: '3.00000000' }],
  [
    'stats.field=a_decimal_text',
    { count: 2, min: '0.50000000', max: '2.50000000', avg: 1.5, sum: '3.00000000' },
  ],
  ['sum.field=a_decimal_text&an_integer__gt=1000', { value: '0.00000000' }],
  [
    'histogram.field=a_decimal_text&_aggs.x.histogram.interval=1',
    {
      buckets: [
        { key: 0, doc_count: 1 },
        { key: 2, doc_count: 1 },
      ],
    },
  ],
  ['sum.field=a_big_integer', { value: '9007199254740994' }],
  ['max.field=a_big_integer', { value: '9007199254740993' }],
  ['min.field=a_string', { value: 'x' }],
  ['max.field=a_date', { value: '2016-12-31' }],
  ['min.field=a_datetime', { value: '2015-03-14T09:26:53.589Z' }],
  ['min.field=a_time', { value: '07:00:00' }],
  ['sum.field=an_interval', { value: 120 }],
  ['sum.field=a_list', { value: 8 }],
  ['cardinality.field=a_list', { value: 3 }],
  ['value_count.field=a_boolean', { value: 3 }],
  [
    'terms.field=a_string',
    {
      buckets: [
        { key: 'x', doc_count: 2 },
        { key: 'y', doc_count: 1 },
      ],
    },
  ],
  [
    'terms.field=a_list',
    {
      buckets: [
        { key: 2, doc_count: 2 },
        { key: 1, doc_count: 1 },
        { key: 3, doc_count: 1 },
      ],
    },
  ],
  [
    'terms.field=a_boolean',
    {
      buckets: [
        { key: true, doc_count: 2 },
        { key: false, doc_count: 1 },
      ],
    },
  ],
  ['terms.field=a_string&_aggs.x.terms.size=1', { buckets: [{ key: 'x', doc_count: 2 }] }],
  [
    'histogram.field=an_integer&_aggs.x.histogram.interval=5',
    {
      buckets: [
        { key: -5, doc_count: 1 },
        { key: 0, doc_count: 1 },
        { key: 5, doc_count: 1 },
      ],
    },
  ],
  [
    'histogram.field=a_float&_aggs.x.histogram.interval=0.5',
    {
      buckets: [
        { key: 0.5, doc_count: 1 },
        { key: 1.5, doc_count: 2 },
      ],
    },
  ],
  [
    'histogram.field=a_decimal&_aggs.x.histogram.interval=1&a_decimal__lt=5',
    { buckets: [{ key: 0, doc_count: 2 }] },
  ],
  [
    'date_histogram.field=a_date&_aggs.x.date_histogram.interval=year',
    {
      buckets: [
        { key: '2015-01-01', doc_count: 2 },
        { key: '2016-01-01', doc_count: 1 },
      ],
    },
  ],
  [
    'date_histogram.field=a_date&_aggs.x.date_histogram.interval=quarter',
    {
      buckets: [
        { key: '2015-01-01', doc_count: 2 },
        { key: '2016-10-01', doc_count: 1 },
      ],
    },
  ],
  [
    'date_histogram.field=a_date&_aggs.x.date_histogram.interval=month',
    {
      buckets: [
        { key: '2015-03-01', doc_count: 2 },
        { key: '2016-12-01', doc_count: 1 },
      ],
    },
  ],
  [
    'date_histogram.field=a_date&_aggs.x.date_histogram.interval=week',
    {
      buckets: [
        { key: '2015-03-09', doc_count: 1 },
        { key: '2015-03-16', doc_count: 1 },
        { key: '2016-12-26', doc_count: 1 },
      ],
    },
  ],
  [
    'date_histogram.field=a_datetime&_aggs.x.date_histogram.interval=day',
    { buckets: [{ key: '2015-03-14T00:00:00.000Z', doc_count: 3 }] },
  ],
  [
    'date_histogram.field=a_datetime&_aggs.x.date_histogram.interval=hour',
    {
      buckets: [
        { key: '2015-03-14T09:00:00.000Z', doc_count: 2 },
        { key: '2015-03-14T10:00:00.000Z', doc_count: 1 },
      ],
    },
  ],
  [
    'date_histogram.field=a_datetime&_aggs.x.date_histogram.interval=day&_aggs.x.date_histogram.time_zone=Pacific/Auckland',
    { buckets: [{ key: '2015-03-14T00:00:00.000+13:00', doc_count: 3 }] },
  ],
  [
    'date_histogram.field=a_datetime&_aggs.x.date_histogram.interval=day&_aggs.x.date_histogram.time_zone=Pacific/Honolulu',
    {
      buckets: [
        { key: '2015-03-13T00:00:00.000-10:00', doc_count: 2 },
        { key: '2015-03-14T00:00:00.000-10:00', doc_count: 1 },
      ],
    },
  ],
  [
    'date_histogram.field=a_datetime&_aggs.x.date_histogram.interval=quarter&_aggs.x.date_histogram.time_zone=Europe/Berlin',
    { buckets: [{ key: '2015-01-01T00:00:00.000+01:00', doc_count: 3 }] },
  ],
  [
    'date_histogram.field=a_datetime&_aggs.x.date_histogram.interval=hour&_aggs.x.date_histogram.time_zone=europe/berlin',
    {
      buckets: [
        { key: '2015-03-14T10:00:00.000+01:00', doc_count: 2 },
        { key: '2015-03-14T11:00:00.000+01:00', doc_count: 1 },
      ],
    },
  ],
  [
    'date_histogram.field=a_date&_aggs.x.date_histogram.interval=year&_aggs.x.date_histogram.time_zone=Asia/Tokyo',
    {
      buckets: [
        { key: '2015-01-01', doc_count: 2 },
        { key: '2016-01-01', doc_count: 1 },
      ],
    },
  ],
  ['sum.field=an_integer&an_integer__gt=1000', { value: 0 }],
  ['avg.field=an_integer&an_integer__gt=1000', { value: null }],
  ['min.field=an_integer&an_integer__gt=1000', { value: null }],
  ['terms.field=an_integer&an_integer__gt=1000', { buckets: [] }],
  ['stats.field=an_integer&an_integer__gt=1000', { count: 0, min: null, max: null, avg: null, sum: 0 }],
  ['sum.field=an_integer&a_string=x', { value: -2 }],
]

onEveryEngine('library', (service) => {
  const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)

  beforeAll(async () => {
    const created = await send('POST', '/v1/samples', SAMPLES)
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    await send('POST', '/v1/authors', [
      { name: 'ada', email: 'ada@example.com', tags: ['poet', 'critic'] },
      { name: 'bob', tags: ['poet'] },
    ])
    const { body } = await send('POST', '/v1/books', [
      { title: 'a', author: 'ada', pages: 100, price: 0.1, published: '2020-05-01' },
      { title: 'b', author: 'ada', pages: 200, price: 0.2, published: '2021-05-01' },
      { title: 'c', author: 'bob' },
      { title: 'd' },
    ])
    const [a, b] = Object.values(body['data'] ?? {}).map(({ id }) => id)
    await send('POST', '/v1/covers', [
      { color: 'red', book: a },
      { color: 'blue', book: b },
      { color: 'red' },
    ])
    for (const category of [
      { number: 1, label: 'root' },
      { number: 2, label: 'leaf', parent: 1 },
      { number: 3, parent: 2 },
    ])
      await send('POST', '/v1/categories', category)
  })

  it.each(CASES)('computes %s', async (query, expected) => {
    const { status, body } = await send('GET', `/v1/samples?_aggs.x.${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual({ aggregations: { x: expected } })
  })

  it('counts moments that have no day in a time zone for the first or last day', async () => {
    const keys: string[] = []
    for (const [moment, zone] of [
      ['0001-01-01T00:00:00Z', 'America/New_York'],
      ['9999-12-31T23:59:59.999Z', 'Europe/Berlin'],
    ] as const) {
      const { body: sample } = await send('POST', '/v1/samples', { a_datetime: moment })
      const aggregation = `_aggs.x.date_histogram.field=a_datetime&_aggs.x.date_histogram.time_zone=${zone}`
      for (const interval of ['day', 'year', 'hour']) {
        const query = `a_datetime=${moment}&${aggregation}&_aggs.x.date_histogram.interval=${interval}`
        const { status, body } = await send('GET', `/v1/samples?${query}`)
        expect(status, JSON.stringify(body)).toBe(200)
        const [bucket] = Object(body).aggregations.x.buckets
        if (interval !== 'hour') keys.push(bucket.key.slice(0, 10))
      }
      expect((await send('DELETE', `/v1/samples/${Object(sample)['id']}`)).status).toBe(200)
    }
    expect(keys).toEqual(['0001-01-01', '0001-01-01', '9999-12-31', '9999-01-01'])
  })

  it('counts numbers whose quotients overflow in the last bucket, so that one item does not prevent histograms', async () => {
    const created = await send('POST', '/v1/samples', [{ a_float: -1.5e308 }, { a_float: 1.5e308 }])
    for (const [field, interval] of [
      ['a_float', 0.01],
      ['a_float', 1e-300],
      ['an_integer', 1e-300],
      ['a_decimal', 1e-300],
    ] as const) {
      const query = `_aggs.x.histogram.field=${field}&_aggs.x.histogram.interval=${encodeURIComponent(interval)}`
      const { status, body } = await send('GET', `/v1/samples?${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      const buckets: { key: number; doc_count: number }[] = Object(body).aggregations.x.buckets
      expect(buckets.every(({ key }) => Number.isFinite(key))).toBe(true)
      expect(buckets.reduce((sum, { doc_count }) => sum + doc_count, 0)).toBeGreaterThanOrEqual(2)
    }
    for (const { id } of Object.values(Object(created.body).data).map(Object))
      expect((await send('DELETE', `/v1/samples/${id}`)).status).toBe(200)
  })

  it('accepts several aggregations, both parameter names, and relations as fields', async () => {
    const { body } = await send(
      'GET',
      '/v1/samples?_aggregations.low.min.field=an_integer&_aggs.high.max.field=an_integer',
    )
    expect(body).toEqual({ aggregations: { low: { value: -3 }, high: { value: 7 } } })
    const books = await send('GET', '/v1/books?_aggs.by.terms.field=author')
    expect(books.body).toEqual({
      aggregations: {
        by: {
          buckets: [
            { key: 'ada', doc_count: 2 },
            { key: 'bob', doc_count: 1 },
          ],
        },
      },
    })
  })

  it.each<[path: string, expected: Readonly<Record<string, number>>]>([
    ['books?_aggs.x.terms.field=author.name', { ada: 2, bob: 1 }],
    ['books?_aggs.x.terms.field=author.email', { 'ada@example.com': 2 }],
    ['books?_aggs.x.terms.field=author.tags', { poet: 3, critic: 2 }],
    ['books?_aggs.x.terms.field=author.tags&author.tags=critic', { poet: 2, critic: 2 }],
    ['books?_aggs.x.terms.field=cover.color', { red: 1, blue: 1 }],
    ['covers?_aggs.x.terms.field=book.author', { ada: 2 }],
    ['covers?_aggs.x.terms.field=book.author.tags&color=red', { poet: 1, critic: 1 }],
    ['covers?_aggs.x.histogram.field=book.pages&_aggs.x.histogram.interval=150', { 0: 1, 150: 1 }],
    [
      'covers?_aggs.x.date_histogram.field=book.published&_aggs.x.date_histogram.interval=year',
      { '2020-01-01': 1, '2021-01-01': 1 },
    ],
    ['categories?_aggs.x.terms.field=parent.label', { root: 1, leaf: 1 }],
    ['categories?_aggs.x.terms.field=parent.parent.label', { root: 1 }],
    ['categories?_aggs.x.terms.field=parent.parent', { 1: 1 }],
    ['books?_aggs.x.terms.field=author.email&title=d', {}],
  ])('counts values of related items: %s', async (path, expected) => {
    const { status, body } = await send('GET', `/v1/${path}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const buckets = Object.values(body['aggregations']?.['x']?.['buckets'] ?? {})
    expect(Object.fromEntries(buckets.map((bucket) => [bucket['key'], bucket['doc_count']]))).toEqual(
      expected,
    )
  })

  it('computes numbers of related items, together with those of the items themselves', async () => {
    const query = [
      '_aggs.stats.stats.field=book.pages',
      '_aggs.low.min.field=book.price',
      '_aggs.sum.sum.field=book.price',
      '_aggs.last.max.field=book.published',
      '_aggs.names.cardinality.field=book.author',
      '_aggs.all.value_count.field=color',
      '_aggs.none.avg.field=book.author.books',
    ]
    const wrong = await send('GET', `/v1/covers?${query.join('&')}`)
    expect([wrong.status, wrong.body['errors']]).toEqual([
      400,
      [
        {
          path: '_aggs.none.avg.field',
          message: '"book.author.books" can have several values, which cannot be aggregated',
        },
      ],
    ])
    const { body } = await send('GET', `/v1/covers?${query.slice(0, -1).join('&')}`)
    expect(body).toEqual({
      aggregations: {
        stats: { count: 2, min: 100, max: 200, avg: 150, sum: 300 },
        low: { value: 0.1 },
        sum: { value: 0.3 },
        last: { value: '2021-05-01' },
        names: { value: 1 },
        all: { value: 3 },
      },
    })
  })

  it.each([
    ['authors?_aggs.x.terms.field=books.title', 'several values'],
    ['authors?_aggs.x.terms.field=books', 'terms requires a field with simple values'],
    ['books?_aggs.x.sum.field=author.email', 'sum requires a numeric field'],
    ['books?_aggs.x.terms.field=author.links', 'terms requires a field with simple values'],
    ['books?_aggs.x.terms.field=author.nothing', 'unknown field'],
    ['books?_aggs.x.terms.field=author.', 'unknown field'],
    ['books?_aggs.x.terms.field=author.books.title', 'several values'],
  ])('rejects %s', async (path, message) => {
    const { status, body } = await send('GET', `/v1/${path}`)
    expect([status, String(body['errors']?.['0']?.['message'])]).toEqual([
      400,
      expect.stringContaining(message),
    ])
  })

  it.each([
    '_aggs.x.sum.field=a_string',
    '_aggs.x.avg.field=a_date',
    '_aggs.x.sum.field=nothing',
    '_aggs.x.sum.field=',
    '_aggs.x.sum=an_integer',
    '_aggs.x.median.field=an_integer',
    '_aggs.x.histogram.field=an_integer',
    '_aggs.x.histogram.field=an_integer&_aggs.x.histogram.interval=0',
    '_aggs.x.histogram.field=an_integer&_aggs.x.histogram.interval=-1',
    '_aggs.x.histogram.field=an_integer&_aggs.x.histogram.interval=x',
    '_aggs.x.date_histogram.field=a_date&_aggs.x.date_histogram.interval=decade',
    '_aggs.x.date_histogram.field=a_date&_aggs.x.date_histogram.interval=day&_aggs.x.date_histogram.time_zone=Mars/Olympus',
    '_aggs.x.date_histogram.field=a_datetime&_aggs.x.date_histogram.interval=day&_aggs.x.date_histogram.time_zone=Mars/Olympus',
    '_aggs.x.date_histogram.field=a_datetime&_aggs.x.date_histogram.interval=day&_aggs.x.date_histogram.time_zone=',
    // Databases disagree on abbreviations: Israel or India?
    '_aggs.x.date_histogram.field=a_date&_aggs.x.date_histogram.interval=day&_aggs.x.date_histogram.time_zone=IST',
    '_aggs.x.date_histogram.field=a_date&_aggs.x.date_histogram.interval=day&_aggs.x.date_histogram.time_zone=%2B02:00',
    '_aggs.x.terms.field=a_date&_aggs.x.terms.time_zone=Europe/Berlin',
    '_aggs.x.date_histogram.field=an_integer&_aggs.x.date_histogram.interval=day',
    '_aggs.x.terms.field=a_string&_aggs.x.terms.size=0',
    '_aggs.x.terms.field=a_string&_aggs.x.terms.size=x',
    '_aggs.x.terms.field=a_dict',
    '_aggs.x.min.field=a_binary',
    '_aggs.__proto__.min.field=an_integer',
    '_aggs.x.min.field=an_integer&_aggs.x.max.field=an_integer',
  ])('rejects %s', async (query) => {
    const { status, body } = await send('GET', `/v1/samples?${query}`)
    expect(status, JSON.stringify(body)).toBe(400)
  })
})
