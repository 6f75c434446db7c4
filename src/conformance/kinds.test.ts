import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

const LISTS: readonly (readonly [item: string, given: readonly unknown[], returned?: readonly unknown[]])[] =
  [
    ['string', ['b', 'a', '', 'ä', 'b']],
    ['text', ['x y', '"quoted"', "'"]],
    ['integer', [3, -1, 2_147_483_647]],
    ['small_integer', [1, -32_768]],
    ['big_integer', ['9007199254740993', '5', -7], ['9007199254740993', 5, -7]],
    ['float', [0.1, 1e300, -2]],
    ['decimal', ['1.50', '0.10000000000000000001', 2], [1.5, '0.10000000000000000001', 2]],
    ['boolean', [true, false, true]],
    ['date', ['2024-02-29', '0001-01-01']],
    ['datetime', ['2015-03-14T09:26:53+02:00'], ['2015-03-14T07:26:53.000Z']],
    ['time', ['8:31', '23:59:59'], ['08:31:00', '23:59:59']],
    ['interval', [60, -1]],
    ['binary', ['AAEC', '']],
    ['anything', [1, 'a', null, { b: [true] }, [[]]]],
    ['choices', ['a', 3]],
  ]

const FILTERS: readonly (readonly [query: string, selects: boolean])[] = [
  ['of_string=a', true],
  ['of_string__contains=c', false],
  ['of_string__startswith=%C3%A4', true],
  ['of_string__icontains=%C3%84', true],
  ['of_text="x y"', true],
  ['of_integer__gt=3', true],
  ['of_integer=[0 TO 2]', false],
  ['of_integer=[0 TO 3]', true],
  ['of_big_integer=9007199254740993', true],
  ['of_big_integer=9007199254740992', false],
  ['of_big_integer__gt=9007199254740992', true],
  ['of_float=0.1', true],
  ['of_float__lt=-2', false],
  ['of_decimal=1.5', true],
  ['of_decimal__all=1.50,2.0', true],
  ['of_decimal=[1.4 TO 1.6]', true],
  ['of_decimal=[1.6 TO 1.9]', false],
  ['of_decimal__gt=2', false],
  ['of_boolean=true', true],
  ['of_date=2024-02-29', true],
  ['of_date=[2020 TO 2023]', false],
  ['of_date=[2024 TO 2024]', true],
  ['of_datetime=2015-03-14T07:26:53Z', true],
  ['of_datetime__gt=2015-03-14', true],
  ['of_datetime=[2015 TO 2015]', true],
  ['of_datetime=[2016 TO *]', false],
  ['of_time=08:31', true],
  ['of_time__lt=8:31', false],
  ['of_interval__any=60,61', true],
  ['of_binary=AAEC', true],
  ['of_choices=a', true],
  ['of_choices=b', false],
  ['of_choices=3', true],
]

onEveryEngine('kinds', (service) => {
  const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)

  const lists = LISTS.map(([item, given, returned = given]) => ({ item, given, returned }))
  it.each(lists)('stores lists of $item: $given', async ({ item, given, returned }) => {
    const created = await send('POST', '/v1/listings', { [`of_${item}`]: given })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    expect(created.body[`of_${item}`]).toEqual(returned)
    const at = `/v1/listings/${String(created.body['_pk'])}`
    expect((await send('GET', at)).body).toEqual(created.body)
    expect((await send('PUT', at, created.body)).body).toEqual(created.body)
    expect((await send('DELETE', at)).status).toBe(200)
  })

  it.each(FILTERS)('%s selects the item: %j', async (query, selects) => {
    await send('DELETE', '/v1/listings')
    const fields = Object.fromEntries(LISTS.map(([item, given]) => [`of_${item}`, given]))
    await send('POST', '/v1/listings', [fields, {}])
    const { status, body } = await send('GET', `/v1/listings?_count&${query.replaceAll('"', '%22')}`)
    expect([status, JSON.stringify(body)]).toEqual([200, JSON.stringify({ total: selects ? 1 : 0 })])
  })

  it('applies defaults for lists, dicts and numbers, and requires values for required fields', async () => {
    const { status, body } = await send('POST', '/v1/listings', {})
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ with_default: ['x', 'y'], dict_default: { a: { b: 1 } }, rank: 5 }),
    ])
    const at = `/v1/listings/${String(body['_pk'])}`
    expect((await send('PATCH', at, { rank: null })).status).toBe(400)
    expect((await send('POST', '/v1/listings', { rank: null })).status).toBe(400)
    const none = await send('POST', '/v1/listings', { with_default: null, dict_default: null })
    expect(none.body).toMatchObject({ with_default: null, dict_default: null })
    expect((await send('PATCH', at, { with_default: [], dict_default: { a: { c: 2 } } })).body).toMatchObject(
      {
        with_default: [],
        dict_default: { a: { b: 1, c: 2 } },
      },
    )
    expect((await send('PUT', at, {})).body).toMatchObject({
      with_default: ['x', 'y'],
      dict_default: { a: { b: 1 } },
    })
  })

  it('checks length and pattern', async () => {
    for (const code of ['a', 'abcde', 'AB', 'a1', ''])
      expect([code, (await send('POST', '/v1/listings', { code })).status]).toEqual([code, 400])
    expect((await send('POST', '/v1/listings', { code: 'abcd' })).status).toBe(201)
    expect((await send('POST', '/v1/listings', { code: 'abcd' })).status).toBe(409)
  })

  it('changes lists whose values can be written in several ways', async () => {
    const { body } = await send('POST', '/v1/listings', { of_decimal: ['1.50'] })
    const at = `/v1/listings/${String(body['_pk'])}`
    expect((await send('POST', `${at}/of_decimal`, ['1.5', '2.50', 2.5])).body).toEqual({
      count: 2,
      data: [1.5, 2.5],
    })
    expect((await send('POST', `${at}/of_decimal`, { '-1.500': '', '7.0': '' })).body).toEqual({
      count: 2,
      data: [2.5, 7],
    })
    expect((await send('POST', `${at}/of_datetime`, ['2015-03-14T09:00:00+01:00'])).body).toEqual({
      count: 1,
      data: ['2015-03-14T08:00:00.000Z'],
    })
    const again = await send('POST', `${at}/of_datetime`, ['2015-03-14T08:00:00Z'])
    expect(again.body).toEqual({ count: 1, data: ['2015-03-14T08:00:00.000Z'] })
    expect((await send('POST', `${at}/of_anything`, [{ a: 1 }, { a: 1 }, 2])).body).toEqual({
      count: 2,
      data: [{ a: 1 }, 2],
    })
  })

  it('keeps every digit of each number in a list, or rejects the list', async () => {
    const long = '123456789012345678.901234567891'
    const { body } = await send('POST', '/v1/listings', { of_decimal: [long] })
    const at = `/v1/listings/${String(body['_pk'])}/of_decimal`
    const refused = await send('POST', at, `[1, ${long}]`)
    expect([refused.status, refused.body['errors']]).toEqual([
      400,
      [{ path: '/1', message: expect.stringContaining('string') }],
    ])
    expect((await send('POST', at, [`-${long}1`, `2${long}`])).body['data']).toEqual([long, `2${long}`])
    expect((await send('POST', at, `{"-${long}": "", "3${long}": ""}`)).body['data']).toEqual([
      `2${long}`,
      `3${long}`,
    ])
  })

  it.each([
    ['bigs', 'big', '9007199254740993', '9007199254740993'],
    ['bigs', 'big', 5, 5],
    ['tokens', 'token', undefined, expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ] as const)('stores %s and finds them by key', async (collection, backref, given, returned) => {
    const created = await send('POST', `/v1/${collection}`, { key: given, label: 'l' })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const key: unknown = created.body['key']
    expect(key).toEqual(returned)
    expect(created.body['_pk']).toBe(String(key))
    const at = `/v1/${collection}/${encodeURIComponent(String(key))}`
    expect(created.body['_self']).toBe(`http://localhost${at}`)
    expect((await send('GET', at)).body).toEqual(created.body)
    const entry = await send('POST', '/v1/entries', { [backref]: key })
    expect(entry.status, JSON.stringify(entry.body)).toBe(201)
    expect(entry.body[backref]).toEqual(key)
    expect((await send('GET', at)).body['entries']).toEqual([entry.body['id']])
    const found = await send('GET', `/v1/entries?${backref}=${encodeURIComponent(String(key))}&_count`)
    expect(found.body).toEqual({ total: 1 })
    expect((await send('PUT', at, created.body)).status).toBe(200)
    expect((await send('POST', `/v1/${collection}`, { key })).status).toBe(409)
    expect((await send('DELETE', at)).status).toBe(200)
  })

  it('generates unique IDs for fields that are not keys, and keeps them', async () => {
    const { body: list } = await send('POST', '/v1/tokens', [{ label: 'a' }, { label: 'b' }])
    const { body: one } = await send('POST', '/v1/tokens', { label: 'c' })
    const numbers = [list['data']?.[0]?.['number'], list['data']?.[1]?.['number'], one['number']]
    expect(numbers).not.toContain(null)
    expect(numbers).not.toContain(undefined)
    expect(new Set(numbers).size).toBe(3)
    const at = `/v1/tokens/${String(one['_pk'])}`
    expect((await send('PUT', at, { label: 'd' })).body).toEqual({ ...one, label: 'd' })
    expect((await send('PUT', at, one)).body).toEqual(one)
    const refused = await send('PATCH', at, { number: numbers[0] })
    expect([refused.status, refused.body['errors']?.[0]?.['path']]).toEqual([400, '/number'])
    expect((await send('POST', '/v1/tokens', { number: 7 })).status).toBe(400)
  })

  it('pages by keys beyond 2^53', async () => {
    for (const [collection, keys] of [
      ['bigs', ['9007199254740993', '-5', '9007199254740995', '7']],
    ] as const) {
      await send('DELETE', `/v1/${collection}`)
      const created = await send(
        'POST',
        `/v1/${collection}`,
        keys.map((key) => ({ key })),
      )
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      const whole = await send('GET', `/v1/${collection}?_sort=-key`)
      const walked: unknown[] = []
      let at: string | undefined = `/v1/${collection}?_limit=1&_sort=-key`
      while (at !== undefined) {
        const page = await send('GET', at)
        walked.push(page.body['data']?.[0])
        at = /<([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1]
      }
      expect(walked).toEqual(whole.body['data'])
      expect(walked).toHaveLength(keys.length)
    }
  })
})
