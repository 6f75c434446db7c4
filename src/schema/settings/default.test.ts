import { expect, test } from 'vitest'
import type { FieldType, ItemType, Json } from '../../ir/index.js'
import { expectedDefault, readDefault } from './default.js'

const expected = (value: Json, type: FieldType, itemType: ItemType | null = null): string | undefined =>
  expectedDefault({ kind: 'literal', value }, type, { choices: null, itemType })

test.each<[Json, FieldType]>([
  ['2024-02-29', 'date'],
  ['2024-02-29T23:59:59.5+02:00', 'datetime'],
  ['8:31', 'time'],
  ['-9223372036854775808', 'big_integer'],
  ['1.5e3', 'decimal'],
  [1e21, 'decimal'],
])('%s is a valid default for the type %s', (value, type) => {
  expect(expected(value, type)).toBeUndefined()
})

test.each<[Json, FieldType]>([
  ['2023-02-29', 'date'],
  ['0000-13-01', 'date'],
  ['2023-02-30T10:00:00Z', 'datetime'],
  ['2023-02-20T24:00:00Z', 'datetime'],
  ['2023-02-20T10:00:00', 'datetime'],
  ['25:00', 'time'],
  ['9223372036854775808', 'big_integer'],
  ['1e400', 'decimal'],
  [true, 'decimal'],
])('%s is an invalid default for the type %s', (value, type) => {
  expect(expected(value, type)).toEqual(expect.any(String))
})

test('names the built-in values that are valid', () => {
  const now = readDefault('{{datetime.datetime.utcnow}}', 'integer')
  expect(expectedDefault(now, 'integer', { choices: null, itemType: null })).toBe(
    'a 32-bit integer or "{{time.time}}"',
  )
})

test('checks the type of each list item', () => {
  expect(expected([1, 2], 'list', 'integer')).toBeUndefined()
  expect(expected([1, 'x', {}], 'list')).toBeUndefined()
  expect(expected([1, 'x'], 'list', 'integer')).toBe('a list in which each item is a 32-bit integer')
  expect(expected([null], 'list', 'pickle')).toEqual(expect.any(String))
})
