import { describe, expect, it } from 'vitest'
import type { Json } from '../json.js'
import { withRule } from '../testing/rare-rules.js'
import type { ValueSpec } from './scalars.js'
import { checkValue, parseValue } from './values.js'

const checked = (spec: ValueSpec, value: Json): Json => {
  const result = checkValue(withRule(spec), value)
  return result.ok ? result.value : `rejected: ${result.message}`
}
const read = (spec: ValueSpec, text: string): Json => {
  const checked = parseValue(withRule(spec), text)
  return checked.ok ? checked.value : `rejected: ${checked.message}`
}

describe('integers', () => {
  it.each([
    ['integer', 2147483647, 2147483648],
    ['integer', -2147483648, -2147483649],
    ['small_integer', 32767, 32768],
    ['id_field', 1, 0],
    ['integer', 0, 1.5],
    ['interval', -30, '30'],
  ] as const)('%s accepts %j and rejects %j', (type, fits, not) => {
    expect(checked({ type }, fits)).toBe(fits)
    expect(checked({ type }, not)).toMatch(/^rejected/)
  })

  it('a big integer beyond 2^53 must be a string', () => {
    expect(checked({ type: 'big_integer' }, '9223372036854775807')).toBe('9223372036854775807')
    expect(checked({ type: 'big_integer' }, '9223372036854775808')).toMatch(/64-bit/)
    expect(checked({ type: 'big_integer' }, '-0042')).toBe(-42)
    expect(checked({ type: 'big_integer' }, 9007199254740992)).toMatch(/send it as a string/)
  })
})

describe('decimals', () => {
  it.each([
    [1.5, 1.5],
    ['1.50', 1.5],
    ['-0.00', 0],
    ['1e3', 1000],
    ['1234567890123456.7', '1234567890123456.7'],
    [0.1234567890123456, 'rejected: has more digits than a JSON number preserves; send it as a string'],
    ['9'.repeat(35), 'rejected: must be a decimal number of at most 34 digits'],
    ['1e999999999', 'rejected: must be a decimal number of at most 34 digits'],
    ['.', 'rejected: must be a decimal number of at most 34 digits'],
  ])('the result for %j is %j', (given, expected) => {
    expect(checked({ type: 'decimal' }, given)).toBe(expected)
  })

  it('are limited to the declared precision and scale', () => {
    const price: ValueSpec = { type: 'decimal', precision: 5, scale: 2 }
    expect(checked(price, 999.99)).toBe(999.99)
    expect(checked(price, 1000)).toMatch(/3 digits before/)
    expect(checked(price, '1.005')).toMatch(/2 digits after/)
    expect(checked({ ...price, asString: true }, '1.5')).toBe('1.50')
    expect(checked({ ...price, asString: true, scale: 0 }, '7')).toBe('7')
  })
})

describe('dates and times', () => {
  it.each([
    ['datetime', '2015-03-04T01:02:03+02:00', '2015-03-03T23:02:03.000Z'],
    ['datetime', '2015-03-04T01:02:03.123456Z', '2015-03-04T01:02:03.123Z'],
    ['date', '2016-02-29', '2016-02-29'],
    ['time', '8:31', '08:31:00'],
    ['time', '23:59:59', '23:59:59'],
  ] as const)('%s %s is converted to %s', (type, given, expected) => {
    expect(checked({ type }, given)).toBe(expected)
  })

  it.each([
    ['datetime', '2015-03-04T01:02:03'],
    ['datetime', '2015-02-30T01:02:03Z'],
    ['datetime', '2015-03-04T24:00:00Z'],
    ['datetime', '2015-03-04'],
    ['datetime', '0001-01-01T00:00:00+02:00'],
    ['date', '2015-3-4'],
    ['date', '2015-02-29'],
    ['time', '24:00'],
    ['time', '8'],
  ] as const)('%s rejects %s', (type, given) => {
    expect(checked({ type }, given)).toMatch(/^rejected/)
  })

  it('in a query, a date without a time means midnight, and a space before the offset means a plus sign', () => {
    expect(read({ type: 'datetime' }, '2015-01-01')).toBe('2015-01-01T00:00:00.000Z')
    expect(read({ type: 'datetime' }, '2015-01-01T02:00:00 02:00')).toBe('2015-01-01T00:00:00.000Z')
  })
})

describe('text', () => {
  it('cannot contain U+0000 or lone surrogates, at any depth', () => {
    expect(checked({ type: 'string' }, 'a\0')).toMatch(/U\+0000/)
    expect(checked({ type: 'string' }, '\ud800')).toMatch(/surrogate/)
    expect(checked({ type: 'string' }, '😀')).toBe('😀')
    expect(checked({ type: 'dict' }, { a: [{ b: 'x\0' }] })).toMatch(/U\+0000/)
    expect(checked({ type: 'dict' }, { 'a\0': 1 })).toMatch(/U\+0000/)
    expect(checked({ type: 'list' }, ['\udc00'])).toMatch(/item 0 .*surrogate/)
    expect(checked({ type: 'choice', choices: ['a'] }, '\0')).toMatch(/U\+0000/)
  })

  it('has a maximum length in characters', () => {
    expect(checked({ type: 'string', maxLength: 2 }, '😀😀')).toBe('😀😀')
    expect(checked({ type: 'string', maxLength: 2 }, 'abc')).toMatch(/2 characters/)
  })
})

describe('the other types', () => {
  it('a choice is one of the declared values, written as text in a query', () => {
    expect(checked({ type: 'choice', choices: ['a', 2] }, 2)).toBe(2)
    expect(checked({ type: 'choice', choices: ['a', 2] }, '2')).toMatch(/one of a, 2/)
    expect(read({ type: 'choice', choices: ['a', 2] }, '2')).toBe(2)
  })

  it('choices that are text are told from other values', () => {
    expect(checked({ type: 'choice', choices: ['1', '2'] }, 1)).toBe('rejected: must be one of "1", "2"')
    const choices = ['', 'true', 'null', '[]', '1.5', '1a', 'a', 1]
    expect(checked({ type: 'choice', choices }, 2)).toMatch(
      /one of "", "true", "null", "\[\]", "1.5", 1a, a, 1$/,
    )
    expect(checked({ type: 'string', choices: ['1', '2'] }, '3')).toBe('rejected: must be one of "1", "2"')
  })

  it('items in a list are checked against their type and choices', () => {
    expect(checked({ type: 'list', itemType: 'time' }, ['8:31'])).toEqual(['08:31:00'])
    expect(checked({ type: 'list', itemType: 'integer' }, [1, 'x'])).toMatch(/item 1 must be an integer/)
    expect(checkValue({ type: 'list', itemType: 'integer' }, ['x', 1, null])).toMatchObject({
      items: [
        { index: 0, message: expect.any(String) },
        { index: 2, message: expect.any(String) },
      ],
    })
    expect(checked({ type: 'list', itemType: 'pickle' }, ['a', null])).toEqual(['a', null])
    expect(checked({ type: 'list', itemType: 'string', choices: ['a'] }, ['b'])).toMatch(
      /item 0 must be one of a/,
    )
    expect(checked({ type: 'list' }, 'a')).toBe('rejected: must be a list')
    expect(read({ type: 'list', itemType: 'integer' }, '3')).toBe(3)
  })

  it('binaries are strict base64', () => {
    expect(checked({ type: 'binary' }, 'aGk=')).toBe('aGk=')
    expect(checked({ type: 'binary' }, 'aGk')).toMatch(/^rejected/)
    expect(checked({ type: 'binary' }, 'aGl=')).toMatch(/^rejected/)
  })

  it('object IDs are 24 hexadecimal digits', () => {
    expect(checked({ type: 'object_id' }, 'ABCDEF0123456789abcdef01')).toBe('abcdef0123456789abcdef01')
    expect(read({ type: 'object_id' }, 'bob')).toMatch(/^rejected/)
  })

  it('booleans and numbers in a query are written as in JSON', () => {
    expect(read({ type: 'boolean' }, 'true')).toBe(true)
    expect(read({ type: 'boolean' }, 'yes')).toMatch(/^rejected/)
    expect(read({ type: 'float' }, '0.5')).toBe(0.5)
    expect(read({ type: 'float' }, 'half')).toMatch(/^rejected/)
    expect(read({ type: 'integer' }, '')).toMatch(/^rejected/)
    expect(checked({ type: 'float' }, '0.5')).toMatch(/^rejected/)
    expect(checked({ type: 'pickle' }, { any: [1, null] })).toEqual({ any: [1, null] })
  })
})
