import { beforeAll, expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'
import type { TestResponse } from './service.js'

/** Returns the URL of the next page, from a response's `Link` header. */
function nextOf({ headers }: TestResponse): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1]
}

onEveryEngine('library', (service) => {
  const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)
  const numbersOf = (response: TestResponse): number[] =>
    JSON.parse(JSON.stringify(response.body['data'])).map((item: { number: number }) => item.number)
  const walk = async (first: string, between: () => Promise<unknown> = async () => undefined) => {
    const seen: number[] = []
    let at: string | undefined = first
    while (at !== undefined) {
      const page = await send('GET', at)
      expect(page.status, JSON.stringify(page.body)).toBe(200)
      seen.push(...numbersOf(page))
      at = nextOf(page)
      await between()
    }
    return seen
  }

  beforeAll(async () => {
    const labels = ['b', null, 'a', 'B', '€', '😀', '\u07ff', 'ä', 'a', null, 'b', '', 'aa', 'Z', null]
    const rows = Array.from({ length: 60 }, (_, number) => ({
      number,
      label: labels[number % labels.length],
    }))
    expect((await send('POST', '/v1/categories', rows)).status).toBe(201)
  })

  it('pages by limit, start and page', async () => {
    const first = await send('GET', '/v1/categories')
    expect(first.body).toMatchObject({ total: 60, start: 0, count: 20 })
    expect(numbersOf(await send('GET', '/v1/categories?_limit=3&_start=4'))).toEqual([4, 5, 6])
    expect((await send('GET', '/v1/categories?_limit=3&_page=2')).body).toMatchObject({ start: 6, count: 3 })
    expect(numbersOf(await send('GET', '/v1/categories?_limit=3&_page=19'))).toEqual([57, 58, 59])
    expect((await send('GET', '/v1/categories?_start=100')).body).toEqual({
      total: 60,
      start: 100,
      count: 0,
      data: [],
    })
    expect((await send('GET', '/v1/categories?_limit=0')).body).toMatchObject({
      total: 60,
      count: 0,
      data: [],
    })
    expect((await send('GET', '/v1/categories?_limit=5000')).body['count']).toBe(60)
    expect((await send('GET', '/v1/categories?_count&label=a')).body).toEqual({ total: 8 })
  })

  it.each([
    '_start=1&_page=1',
    '_limit=-1',
    '_start=-1',
    '_page=-1',
    '_limit=1.5',
    '_limit=x',
    '_limit=',
    '_limit=1&_limit=2',
    '_start=1e3',
    '_page=99999999999999999999',
    '_limitt=3',
    '_sort=nothing',
    '_sort=',
    '_sort=children',
    '_sort=parent_number',
    '_fields=nothing',
    '_after=nonsense',
    '_after=',
    '__proto__=1',
    'constructor=1',
  ])('rejects %s', async (query) => {
    const { status, body } = await send('GET', `/v1/categories?${query}`)
    expect([status, body['status']]).toEqual([400, 400])
  })

  it('sorts text by code point, with missing values first, and breaks ties by key in the direction of the last sort key', async () => {
    const ascending = await send('GET', '/v1/categories?_sort=label&_limit=100&_fields=label,number')
    const rows: { label: string | null; number: number }[] = JSON.parse(
      JSON.stringify(ascending.body['data']),
    )
    const order = (a: (typeof rows)[number], b: (typeof rows)[number]) => {
      if (a.label === b.label) return a.number - b.number
      if (a.label === null || b.label === null) return a.label === null ? -1 : 1
      return Buffer.compare(Buffer.from(a.label), Buffer.from(b.label))
    }
    expect(rows).toEqual([...rows].sort(order))
    const descending = await send('GET', '/v1/categories?_sort=-label&_limit=100')
    expect(numbersOf(descending)).toEqual(rows.map(({ number }) => number).reverse())
    const mixed = await send('GET', '/v1/categories?_sort=label,-number&_limit=100')
    expect(numbersOf(mixed).slice(0, 3)).toEqual([59, 54, 46])
  })

  it.each(['', '_sort=label', '_sort=-label', '_sort=label,-number', '_sort=-parent,label', '_sort=-number'])(
    'returns each item exactly once to a client that pages by cursor: %s',
    async (sort) => {
      const whole = await send('GET', `/v1/categories?${sort}&_limit=100`)
      const walked = await walk(`/v1/categories?${sort}&_limit=7`)
      expect(walked).toEqual(numbersOf(whole))
    },
  )

  it('pages by cursor without gaps or duplicates while items are added and removed', async () => {
    let number = 1000
    const seen = await walk('/v1/categories?_sort=label&_limit=9', async () => {
      await send('POST', '/v1/categories', [{ number: ++number }, { number: ++number, label: '' }])
      if (number === 1002) await send('DELETE', '/v1/categories/0')
    })
    expect(new Set(seen).size).toBe(seen.length)
    const before = seen.filter((each) => each < 1000 && each !== 0)
    expect(before).toHaveLength(59)
    await send('DELETE', '/v1/categories?number__gte=1000')
    await send('POST', '/v1/categories', { number: 0, label: 'b' })
  })

  it('omits start if a cursor is used, and rejects a cursor together with a different order or position', async () => {
    const first = await send('GET', '/v1/categories?_sort=label&_limit=5')
    const next = nextOf(first) ?? ''
    expect(next).toContain('_sort=label')
    const { body } = await send('GET', next)
    expect(Object.keys(body).sort()).toEqual(['count', 'data', 'total'])
    const cursor = new URLSearchParams(next.split('?')[1]).get('_after') ?? ''
    for (const query of ['_sort=-label', '', '_sort=label&_start=3', '_sort=label&_page=1'])
      expect((await send('GET', `/v1/categories?${query}&_after=${cursor}`)).status, query).toBe(400)
    expect((await send('GET', `/v1/samples?_after=${cursor}`)).status).toBe(400)
    expect(nextOf(await send('GET', '/v1/categories?_limit=60'))).toBeUndefined()
  })

  it('shows only the selected fields, or all except the excluded ones', async () => {
    const only = await send('GET', '/v1/categories?_fields=label&_limit=1')
    expect(Object.keys(only.body['data']?.[0] ?? {})).toEqual(['_type', '_pk', '_self', 'label'])
    const but = await send('GET', '/v1/categories?_fields=-label,-children&_limit=1')
    expect(Object.keys(but.body['data']?.[0] ?? {}).sort()).toEqual(
      ['_type', '_pk', '_self', 'number', 'parent'].sort(),
    )
    const relation = await send('GET', '/v1/categories?_fields=children&_limit=1')
    expect(relation.body['data']?.[0]).toMatchObject({ children: [] })
  })
})
