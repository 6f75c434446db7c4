import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

/** Values in requests, and the expected values in the responses. */
const ROUND_TRIPS: readonly (readonly [field: string, given: unknown, returned?: unknown])[] = [
  ['a_string', 'ä€😀"\\/\n\u2028'],
  ['a_string', ''],
  ['a_string', '😀😀😀😀😀😀😀😀😀😀'],
  ['a_string', ' blank '],
  ['a_text', "Robert'); DROP TABLE sample;--"],
  ['a_text', 'x'.repeat(20_000)],
  ['a_text', '\u0001\u007f\r\n\ufeff\uffff'],
  ['an_integer', 2_147_483_647],
  ['an_integer', -2_147_483_648],
  ['an_integer', 0],
  ['a_small_integer', -32_768],
  ['a_small_integer', 32_767],
  ['a_big_integer', 9_007_199_254_740_991],
  ['a_big_integer', '9007199254740993'],
  ['a_big_integer', '9223372036854775807'],
  ['a_big_integer', '-9223372036854775808'],
  ['a_big_integer', '12', 12],
  ['a_float', 0.1],
  ['a_float', 1.7976931348623157e308],
  ['a_float', 5e-324],
  ['a_float', -0, 0],
  ['a_float', 12],
  ['a_float', 1e21],
  ['a_decimal', 1.5],
  ['a_decimal', '1.50', 1.5],
  ['a_decimal', '1E3', 1000],
  ['a_decimal', '-0', 0],
  ['a_decimal', '1000000000000000000', 1e18],
  ['a_decimal', '1.5E+20', 1.5e20],
  ['a_decimal', '0.00000000000000000012', 1.2e-19],
  ['a_decimal', '0.10000000000000000001'],
  ['a_decimal', '-1234567890.12345678901234567890', '-1234567890.1234567890123456789'],
  ['a_decimal', '9999999999999999999999999999999999'],
  ['a_decimal', '0.0000000001', 1e-10],
  ['a_decimal_text', '1.50', '1.50000000'],
  ['a_decimal_text', '1234567890123456789012.12345678'],
  ['a_decimal_text', '007', '7.00000000'],
  ['a_boolean', true],
  ['a_boolean', false],
  ['a_date', '2024-02-29'],
  ['a_date', '0001-01-01'],
  ['a_date', '9999-12-31'],
  ['a_datetime', '2015-03-14T09:26:53.589Z'],
  ['a_datetime', '2015-03-14T09:26:53.5+02:00', '2015-03-14T07:26:53.500Z'],
  ['a_datetime', '2015-03-14T09:26:53z', '2015-03-14T09:26:53.000Z'],
  ['a_datetime', '1905-01-01T00:00:00-11:30', '1905-01-01T11:30:00.000Z'],
  ['a_datetime', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['a_datetime', '9999-12-31T23:59:59.999Z'],
  ['a_time', '08:31', '08:31:00'],
  ['a_time', '8:31', '08:31:00'],
  ['a_time', '23:59:59'],
  ['an_interval', 0],
  ['an_interval', 9_007_199_254_740_991],
  ['an_interval', -86_400],
  ['a_binary', 'AAEC/f7/'],
  ['a_binary', ''],
  ['a_choice', 'two'],
  ['a_list', []],
  ['a_list', [3, 1, 2, 1]],
  ['a_dict', {}],
  ['a_dict', { size: 3, 'a-b': { a$: [1, { '': null }] }, 'ü ': 1.5 }],
  ['a_pickle', [1, [null, { a: [] }], 'x', 1e300, true]],
  ['a_pickle', 'text'],
  ['a_pickle', 0],
  ['a_pickle', false],
  ['a_pickle', { deep: { deeper: { deepest: [[[]]] } } }],
  ['a_pickle', 9_007_199_254_740_991],
  ['a_unique', 1],
]

const REFUSED: readonly (readonly [field: string, given: unknown])[] = [
  ['a_string', 'elevencharsx'],
  ['a_string', 5],
  ['a_string', ['a']],
  ['a_string', { $ne: null }],
  ['a_string', 'a\u0000b'],
  ['a_text', '\u0000'],
  ['a_text', 'half \ud800 pair'],
  ['a_text', '\udc00'],
  ['an_integer', 2_147_483_648],
  ['an_integer', -2_147_483_649],
  ['an_integer', 1.5],
  ['an_integer', '1'],
  ['an_integer', true],
  ['a_small_integer', 32_768],
  ['a_big_integer', '9223372036854775808'],
  ['a_big_integer', 'x'],
  ['a_big_integer', '1.5'],
  ['a_float', '1'],
  ['a_float', 'NaN'],
  ['a_decimal', 'NaN'],
  ['a_decimal', 'Infinity'],
  ['a_decimal', '99999999999999999999999999999999999'],
  ['a_decimal', ''],
  ['a_decimal', true],
  ['a_decimal_text', '12345678901234567890123'],
  ['a_decimal_text', '0.123456789'],
  ['a_decimal_text', 1.5],
  ['a_boolean', 'true'],
  ['a_boolean', 1],
  ['a_date', '2023-02-29'],
  ['a_date', '2015/03/14'],
  ['a_date', '2015-03-14T00:00:00Z'],
  ['a_date', 20_150_314],
  ['a_datetime', '2015-03-14T09:26:53'],
  ['a_datetime', '2015-03-14'],
  ['a_datetime', '2015-02-30T00:00:00Z'],
  ['a_datetime', 0],
  ['a_time', '24:00'],
  ['a_time', '12'],
  ['an_interval', 1.5],
  ['an_interval', '10'],
  ['a_binary', 'not base64!'],
  ['a_binary', 'AAE'],
  ['a_choice', 'three'],
  ['a_choice', 1],
  ['a_list', 'x'],
  ['a_list', [1, 'x']],
  ['a_list', [1, null]],
  ['a_list', [2_147_483_648]],
  ['a_dict', []],
  ['a_dict', { size: 'large' }],
  ['a_dict', { text: '\u0000' }],
  ['a_dict', { '\u0000': 1 }],
  ['a_dict', { list: ['\ud800'] }],
  ['a_pickle', ['\u0000']],
  ['a_pickle', { '\ud800': 1 }],
]

onEveryEngine('library', (service) => {
  const send = (...args: Parameters<ReturnType<typeof service>['send']>) => service().send(...args)

  const roundTrips = ROUND_TRIPS.map(([field, given, returned = given]) => ({ field, given, returned }))
  it.each(roundTrips)('stores and returns $field: $given', async ({ field, given, returned }) => {
    const created = await send('POST', '/v1/samples', { [field]: given })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    expect(created.body[field]).toEqual(returned)
    const at = `/v1/samples/${String(created.body['_pk'])}`
    expect((await send('GET', at)).body).toEqual(created.body)
    const changed = await send('PATCH', at, { [field]: given })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(changed.body).toEqual(created.body)
    expect((await send('GET', `/v1/samples?_sort=-id&_limit=1`)).body['data']).toEqual([created.body])
    expect((await send('DELETE', at)).status).toBe(200)
  })

  it.each([{ $where: 'x' }, { 'a.b': 1 }, { a: [{ $set: 1 }] }])(
    'returns the names in %j, even if they have a special meaning in the database',
    async (given) => {
      const { body } = await send('POST', '/v1/samples', { a_dict: given })
      expect(body['a_dict']).toEqual(given)
      await send('DELETE', `/v1/samples/${String(body['_pk'])}`)
    },
  )

  it.each(REFUSED)('names the %s field when rejecting %j', async (field, given) => {
    const before = (await send('GET', '/v1/samples?_count')).body
    const { status, headers, body } = await send('POST', '/v1/samples', { [field]: given })
    expect(status, JSON.stringify(body)).toBe(400)
    expect(String(headers['content-type'])).toContain('application/problem+json')
    expect(JSON.stringify(body)).toContain(field)
    expect((await send('GET', '/v1/samples?_count')).body).toEqual(before)
  })

  it.each([
    ['a_big_integer', '9007199254740993'],
    ['a_decimal', '0.12345678901234567'],
    ['a_decimal', '1234567890.12345678901234567890'],
    ['a_float', '1e999'],
    ['a_pickle', '[1e999]'],
  ])(
    'rejects a JSON number that is out of range or loses precision as a double, for %s: %s',
    async (field, digits) => {
      const { status, body } = await send('POST', '/v1/samples', `{"${field}": ${digits}}`)
      expect(status, JSON.stringify(body)).toBe(400)
      expect(JSON.stringify(body)).toContain(field)
    },
  )

  it('returns every stored field, as null if it has no value', async () => {
    const { status, body } = await send('POST', '/v1/samples', {})
    expect(status).toBe(201)
    const { _type, _pk, _self, id, ...fields } = body
    expect([_type, String(id), _self]).toEqual(['Sample', _pk, `http://localhost/v1/samples/${_pk}`])
    expect(Object.keys(fields)).toHaveLength(19)
    expect(new Set(Object.values(fields))).toEqual(new Set([null]))
  })

  it('rejects a value for a generated key', async () => {
    const { status, body } = await send('POST', '/v1/samples', { id: 7 })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('"/id"')
  })

  it('applies defaults to omitted fields, but not to null', async () => {
    const created = await send('POST', '/v1/books', { title: 'a' })
    expect(created.body).toMatchObject({ in_print: true, genre: 'prose', changed_at: null })
    expect(String(created.body['created_at'])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const none = await send('POST', '/v1/books', {
      title: 'b',
      in_print: null,
      genre: null,
      created_at: null,
    })
    expect(none.status, JSON.stringify(none.body)).toBe(201)
    expect(none.body).toMatchObject({ in_print: null, genre: null, created_at: null })
  })

  it('applies onupdate on every update, unless the update sets the field', async () => {
    const at = `/v1/books/${String((await send('POST', '/v1/books', { title: 'c' })).body['_pk'])}`
    const changed = await send('PATCH', at, { title: 'd' })
    expect(String(changed.body['changed_at'])).toMatch(/Z$/)
    expect((await send('PATCH', at, { changed_at: null })).body['changed_at']).toBe(null)
    const given = '2020-01-01T00:00:00.000Z'
    expect((await send('PATCH', at, { changed_at: given })).body['changed_at']).toBe(given)
    expect((await send('PATCH', '/v1/books?title=d', { pages: 1 })).body['count']).toBe(1)
    expect(String((await send('GET', at)).body['changed_at']) > given).toBe(true)
    expect((await send('PATCH', at, { changed_at: given })).body['changed_at']).toBe(given)
    expect(String((await send('PUT', at, { title: 'e' })).body['changed_at']) > given).toBe(true)
  })
})
