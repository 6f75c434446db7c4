import { expect, it } from 'vitest'
import { covers } from './concrete-paths.js'

it.each([
  ['/pets/{id}', '/pets/mine', true],
  ['/pets/{id}.json', '/pets/mine.json', true],
  ['/pets/{id}.json', '/pets/mine', false],
  ['/{kind}/{id}', '/pets/{pet}', true],
  ['/pets/{id}', '/pets/{id}', false],
  ['/pets/mine', '/pets/{id}', false],
  ['/pets/{id}', '/pets/{id}/toys', false],
  ['/pets/{id}:sell', '/pets/mine', false],
])('whether %s also matches requests for %s: %s', (other, path, expected) => {
  expect(covers(other, path)).toBe(expected)
})
