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
])('%s is taken to mean %s', (name, meant) => {
  expect(nearest(name, keys)).toBe(meant)
})

test.each(['', 'x', 'frobnicate', 'a'.repeat(10_000)])('nothing is suggested for %s', (name) => {
  expect(nearest(name, keys)).toBeUndefined()
})

test('of two that are as near, the first is taken', () => {
  expect(nearest('pat', ['put', 'pot'])).toBe('put')
})
