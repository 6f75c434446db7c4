import { expect, test } from 'vitest'
import { user } from '../testing/story-models.js'
import { keyFrom } from './users.js'

test.each([
  ['string', 'root', 'root'],
  ['id_field', '17', 17],
  ['id_field', 'root', undefined],
  ['integer', '0', 0],
  ['integer', '-7', -7],
  ['integer', '007', undefined],
  ['integer', '-0', undefined],
  ['integer', '7.0', undefined],
  ['big_integer', '007', undefined],
  ['big_integer', '900719925474099312', '900719925474099312'],
  ['big_integer', 'root', undefined],
] as const)('a key of type %s made from %j is %j', (type, text, key) => {
  expect(keyFrom({ ...user, key: 'id', fields: { id: { type, column: 'id' } } }, text)).toBe(key)
})
