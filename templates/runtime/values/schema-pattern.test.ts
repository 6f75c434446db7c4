import { expect, it } from 'vitest'
import { hasLinearMatcher, isLinear, linearPattern } from './schema-pattern.js'
import { pick, random, type Random } from '../../../src/testing/random.js'
import { processorTime } from '../../../src/testing/processor-time.js'

const PIECES = [
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\w',
  '\\W',
  '\\d',
  '\\s',
  '\\.',
  ' ',
  '\\x61',
  '[\\]b-]',
  '^',
  '$',
  '\\b',
  '\\B',
  '\\u0062',
]
const QUANTIFIERS = ['', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '{2,3}?', '{0}']

function randomPattern(next: Random, depth = 3): string {
  const parts = Array.from({ length: 1 + Math.floor(next() * 3) }, () => {
    const isGroup = depth > 0 && next() < 0.3
    const isAssertion = (piece: string): boolean => ['^', '$', '\\b', '\\B'].includes(piece)
    const piece = isGroup
      ? `(${next() < 0.5 ? '?:' : ''}${randomPattern(next, depth - 1)})`
      : pick(next, PIECES)
    return isAssertion(piece) ? piece : piece + pick(next, QUANTIFIERS)
  })
  return next() < 0.2 ? `${parts.join('')}|${randomPattern(next, 0)}` : parts.join('')
}

it('matches the same text as JavaScript', () => {
  const next = random(7)
  for (let round = 0; round < 2000; round++) {
    const pattern = randomPattern(next)
    const matcher = linearPattern(pattern)
    const native = new RegExp(pattern, 'u')
    for (const length of [0, 2, 5, 9]) {
      const text = Array.from({ length }, () => pick(next, ['a', 'a', 'a', 'b', ' ', '.', '-', '1'])).join('')
      expect(matcher.test(text), `${pattern} on ${JSON.stringify(text)}`).toBe(native.test(text))
    }
  }
})

it.each([
  '[a-z]+@',
  '\\s+$',
  '^(\\d+)(\\d+)(\\d+)x$',
  '(a|b)+c',
  '^[a-z ]*[a-z]*[a-z]*!$',
  '^(.*),(.*),(.*)$',
])('takes linear time for %s', (pattern) => {
  const matcher = linearPattern(pattern)
  for (const text of ['a'.repeat(1 << 18), ' '.repeat(1 << 18) + 'x', '1'.repeat(1 << 18)]) {
    const start = processorTime()
    expect(matcher.test(text)).toBe(false)
    expect(processorTime() - start).toBeLessThan(3_000)
  }
})

it.each([
  '(?=.*\\d)(?=.*[A-Z]).{8,}',
  '^(?=.*\\d)(?=.*[A-Z]).{8,}$',
  '^(?!.*(.)a)[ab]+$',
  '^\\+?\\d*[ -]?\\d*[ -]?\\d*[ -]?\\d*[ -]?\\d*$',
  '^(.|\\n)*$x',
])('takes linear time for %s and matches the same short text as JavaScript', (pattern) => {
  const matcher = linearPattern(pattern)
  const native = new RegExp(pattern, 'u')
  expect(hasLinearMatcher(pattern)).toBe(true)
  for (const text of [
    '',
    'aA1',
    'aaaaaaaA1',
    'aaaaaaaaa1',
    'abab',
    '+49 30 1',
    'A1\naaaaaaaaaa',
    'bbA1aaaaaa\nx',
  ])
    expect([text, matcher.test(text)]).toEqual([text, native.test(text)])
  for (const character of ['a', '1', 'A']) {
    const start = processorTime()
    matcher.test(character.repeat(1 << 18))
    expect(processorTime() - start).toBeLessThan(3_000)
  }
})

it('counts code points, and supports Unicode properties', () => {
  const matches = (pattern: string, text: string): boolean => linearPattern(pattern).test(text)
  expect([matches('^\\p{L}+$', 'Zoë'), matches('^\\p{L}+$', 'p{L}')]).toEqual([true, false])
  expect([matches('^[🙂]$', '🙂'), matches('^\\u{1F642}$', '🙂'), matches('^.$', '🙂')]).toEqual([
    true,
    true,
    true,
  ])
  expect([matches('^\\p{L}+( \\p{L}+)*$', 'Zoë Å'), matches('^(🙂)+x?$', '🙂🙂')]).toEqual([true, true])
})

it.each(['b(?=a)a+$', '(a)\\1+$', '(?<x>a)\\k<x>+$'])(
  'rejects %s, which no engine matches in linear time',
  (pattern) => {
    expect(hasLinearMatcher(pattern)).toBe(false)
    expect(() => linearPattern(pattern)).toThrow('cannot be matched in linear time')
  },
)

it.each([
  '^[\\s\\S]*:[\\s\\S]*:[\\s\\S]*:[\\s\\S]*;$',
  '^[\\S\\s]*;[^]*;[\\d\\D]*;[\\w\\W]*;$',
  '^[^\\S\\n]*:[\\S ]*;$',
  '^[\\D]*[\\S]*[^\\d]*;$',
  '^(.|\\s)*(.|\\S)*;$',
  '(?<!b)a+;$',
  '^[a:]+(?<!:)$',
])('matches the same text as JavaScript for %s, in linear time', (pattern) => {
  const [matcher, native] = [linearPattern(pattern), new RegExp(pattern, 'u')]
  for (const text of [
    ':::;',
    ';;;;',
    ' \t:x;',
    '\u{a0}\u{2003}:\u{feff};',
    'a;',
    'ba;',
    'a:',
    'a',
    'ü🙂:🙂;',
    '',
  ])
    expect([text, matcher.test(text)]).toEqual([text, native.test(text)])
  for (const character of [':', 'a', ' ', ';']) {
    const start = processorTime()
    matcher.test(character.repeat(1 << 17))
    expect(processorTime() - start).toBeLessThan(3_000)
  }
})

it('finds the characters that are no spaces in a class', () => {
  const matcher = linearPattern('^(?:[\\S_])+$')
  for (let code = 0; code < 0x10000; code++) {
    const text = String.fromCharCode(code)
    if (code < 0xd800 || code > 0xdfff) expect([code, matcher.test(text)]).toEqual([code, /^\S$/.test(text)])
  }
})

it.each([
  ['^[0-9]{4}-(0?[0-9]|1[0-2])-(0?[0-9]|[1-2][0-9]|3[01])$', true],
  ['^(?:[01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$', true],
  ['^[a-z]+$', true],
  ['abc', true],
  ['^[a-z]+[0-9]+$', false],
  ['[a-z]+@', false],
  ['^(a|b){30}$', false],
  [`^${'a?'.repeat(30)}${'a'.repeat(30)}$`, false],
  ['^a?a?a?a?a?a?a{20}$', false],
  ['^a|b?c$', false],
  ['^(?=a)b$', true],
  ['^(?=a*c)b$', false],
  ['(?!a)[ab]*(?!b)c$', false],
  ['^(a)\\1$', false],
])('JavaScript matches %s in linear time: %s', (pattern, expected) => {
  expect(isLinear(pattern)).toBe(expected)
})

it.each([
  '^(arn:aws:)[\\s\\S]{0,1024}$',
  '[a-z0-9_=-]{1,4096}',
  '[^\\p{C}]{2,2048}?',
  '\\p{ASCII}{0,8192}',
  '^(?:[\\p{ASCII}é]+,)+\\P{ASCII}*$',
  '(?=^.{2,6}$)(?!.*\\s)[0-9a-zA-Z-_.:=+@]*$',
  '(?!aws:)[a-zA-Z+-=._:/]+',
  '^[0-9a-z._-]*(?!\\.)$',
  '(?<!-)a',
  '^P(?!$)(\\d+Y)?(\\d+M)?(T\\d+H)?$',
  '^(-?)P(?=\\d|T\\d)(?:(\\d+)Y)?(?:T(\\d+)H)?$',
])('matches the same text as JavaScript for %s, also with many repetitions', (pattern) => {
  const [matcher, native] = [linearPattern(pattern), new RegExp(pattern, 'u')]
  const texts = [
    '',
    'P',
    '-P',
    'PP',
    'P1Y',
    '-P2Y3M',
    'PT4H',
    'P5',
    'arn:aws:',
    'arn:aws:x\ny',
    'aé,é',
    'é,',
    'ab',
    'a b c',
  ]
  for (const text of [...texts, 'a', '.,é\u{80}', 'abcdefg', '\u{0}a', '_='])
    expect([text, matcher.test(text)]).toEqual([text, native.test(text)])
  for (const text of ['a'.repeat(1 << 18), `-P${'1'.repeat(1 << 18)}`, 'é,'.repeat(1 << 17)]) {
    const start = processorTime()
    matcher.test(text)
    expect(processorTime() - start).toBeLessThan(3_000)
  }
})

it.each(['^a?a(?!b)a*$', '^P(?=a)x|y', '(?=^a|b)c+$', '^(a|b)(?=c)c+$'])(
  'rejects %s, whose lookahead can hold at several positions',
  (pattern) => expect(hasLinearMatcher(pattern)).toBe(false),
)
