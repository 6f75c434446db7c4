import { describe, expect, it } from 'vitest'
import { lostDigits, rememberLostDigits } from './digits.js'
import { faultOf, bodyParser, parseBody } from './parser.js'

describe('a JSON body', () => {
  it('that is malformed is rejected with line and column', () => {
    expect(() => parseBody('{\n  "a": 1,\n}', 32)).toThrow(/line 3, column 1/)
    expect(() => parseBody('{"a": nope}', 32)).toThrow(/line 1, column 7/)
    expect(() => parseBody('{"a"', 32)).toThrow(/line 1, column 5/)
  })

  it.each([
    ['{"a":"é"}', 'utf8', { a: 'é' }, null],
    ['{"a":"é"}', 'latin1', undefined, 'not encoded in UTF-8'],
    ['{}', 'utf16le', undefined, 'not valid JSON'],
  ] as const)('must be UTF-8: %s in %s', (text, encoding, body, fault) => {
    const results: unknown[] = []
    bodyParser(32)(undefined, Buffer.from(text, encoding), (error, value) =>
      results.push(value, error?.message ?? null),
    )
    expect(results).toEqual([body, fault === null ? null : expect.stringContaining(fault)])
  })

  it('that is empty is returned as undefined, and a byte order mark is ignored', () => {
    expect(parseBody(' ', 32)).toBeUndefined()
    expect(parseBody('\uFEFF{}', 32)).toEqual({})
  })

  it('has a maximum nesting depth', () => {
    expect(parseBody('[[]]', 2)).toEqual([[]])
    expect(() => parseBody('[[[]]]', 2)).toThrow(/nested too deeply/)
    expect(() => parseBody('['.repeat(100_000) + ']'.repeat(100_000), 32)).toThrow(/nested too deeply/)
    expect(() => parseBody('['.repeat(100_000), 32)).toThrow(/not valid JSON/)
  })

  it.each(['__proto__', 'constructor', 'prototype'])('cannot contain the key %s, at any depth', (name) => {
    expect(() => parseBody(`{"a":[{"${name}":{}}]}`, 32)).toThrow(
      `a/0/${name}: "${name}" is not allowed as a name`,
    )
  })

  it('records which numbers lost precision during parsing', () => {
    const parsed = (text: string) => parseBody(text, 32, rememberLostDigits)
    const body = parsed('{"a":0.10000000000000000001,"b/c":[1,123456789012345678901],"d":"1234567890123456"}')
    expect([...lostDigits(body)]).toEqual(['a'])
    expect([...lostDigits(Object(body)['b/c'])]).toEqual(['1'])
    expect([...lostDigits(parsed('{"a":1e-400}'))]).toEqual(['a'])
    expect([...lostDigits(parsed('{"a":1.5000000000000000,"a":2}'))]).toEqual([])
  })
})

it('names the constant that a value must be', () => {
  const error = { keyword: 'const', params: { allowedValue: 'list' }, instancePath: '', schemaPath: '' }
  expect(faultOf({ ...error, message: 'must be equal to constant' }).message).toBe('must be list')
})
