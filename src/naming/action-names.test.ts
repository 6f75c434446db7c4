import { expect, test } from 'vitest'
import { actionNames } from './action-names.js'

test.each([
  ['post', '/stories/{id}/publish', 'post-stories-id-publish'],
  ['get', '/reports/monthly', 'get-reports-monthly'],
  ['post', '/users/{username}/stories/{id}/publish', 'post-users-username-stories-id-publish'],
  ['get', '/', 'get'],
])('names %s %s', (method, path, file) => {
  const names = actionNames(method, path)
  expect(names.file).toBe(`src/actions/${file}.ts`)
  expect(names.name).toBe(file.replaceAll('-', '_'))
})

test('names the types of an action', () => {
  expect(actionNames('post', '/stories/{id}/publish').type).toBe('PostStoriesIdPublish')
})

test('similar paths result in different names', () => {
  const paths = [
    '/a-b',
    '/a/b',
    '/a/{b}',
    '/a.b',
    '/aB',
    '/A/b',
    '/a_b',
    '/a/id',
    '/a/{id}',
    '/a/{x}-b',
    '/é',
    '/ü',
    '/',
  ]
  const names = paths.map((path) => actionNames('get', path))
  expect(new Set(names.map(({ file }) => file.toLowerCase())).size).toBe(paths.length)
  expect(new Set(names.map(({ type }) => type.toLowerCase())).size).toBe(paths.length)
  for (const { file } of names) expect(file).toMatch(/^src\/actions\/get(-[a-z0-9]+)*\.ts$/)
  expect(actionNames('get', '/a/b').file).toBe('src/actions/get-a-b.ts')
  expect(actionNames('get', '/a-b').file).toMatch(/^src\/actions\/get-a-b-[0-9a-f]{6}\.ts$/)
})

test('limits the length of names', () => {
  const long = `/${'segment/'.repeat(40)}`
  expect(actionNames('get', long).file.length).toBeLessThan(140)
  expect(actionNames('get', `${long}a`).file).not.toBe(actionNames('get', `${long}b`).file)
})
