import { expect, test } from 'vitest'
import { nearest } from './nearest.js'

const keys = ['title', 'version', 'baseUri', 'mediaType', 'get', 'put', 'post']

test.each([
  ['titel', 'title'],
  ['tittle', 'title'],
  ['baseuri', 'baseUri'],
  ['base_uri', 'baseUri'],
  ['media-type', 'mediaType'],
  ['gte', 'get'],
  ['GET', 'get'],
])('for %s, suggests %s', (name, meant) => {
  expect(nearest(name, keys)).toBe(meant)
})

test.each(['', 'x', 'frobnicate', 'a'.repeat(10_000)])('suggests nothing for %s', (name) => {
  expect(nearest(name, keys)).toBeUndefined()
})

test('prefers the first of two equally similar names', () => {
  expect(nearest('pat', ['put', 'pot'])).toBe('put')
})
