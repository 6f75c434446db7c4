import { expect, test } from 'vitest'
import { comparisonsIn } from './comparisons.js'
import { processorTime } from '../../../src/testing/processor-time.js'

test.each([
  ["Name eq 'O''Neil'", [{ name: 'Name', operator: '', value: "O'Neil" }]],
  [
    'Price gt 5 and Price le 7.5',
    [
      { name: 'Price', operator: '__gt', value: '5' },
      { name: 'Price', operator: '__lte', value: '7.5' },
    ],
  ],
  ['Due ne null', [{ name: 'Due', operator: '__exists', value: true }]],
  ["contains(Name, 'a and b')", [{ name: 'Name', operator: '__contains', value: 'a and b' }]],
  ["State in ('a', 'b''c')", [{ name: 'State', operator: '', value: ['a', "b'c"] }]],
  ['At ge 2026-01-01T00:00:00Z', [{ name: 'At', operator: '__gte', value: '2026-01-01T00:00:00Z' }]],
])('%s contains conditions', (text, conditions) => {
  expect(comparisonsIn(text)).toEqual(conditions)
})

test.each([
  '',
  'a eq 1 or b eq 2',
  '(a eq 1)',
  'not a eq 1',
  "a eq 'b",
  'a eq',
  'a eq 1 and',
  'a/b eq 1',
  "a eq 'x' 'y'",
  'a xx 1',
])('%j is no list of conditions', (text) => {
  expect(comparisonsIn(text)).toBeUndefined()
})

test('a long text takes linear time', () => {
  const start = processorTime()
  expect(comparisonsIn(`a in (${'1 '.repeat(50_000)}`)).toBeUndefined()
  expect(comparisonsIn(`a eq '${"''".repeat(50_000)}`)).toBeUndefined()
  expect(comparisonsIn(`a eq ${' '.repeat(50_000)}`)).toBeUndefined()
  expect(processorTime() - start).toBeLessThan(1000)
})
