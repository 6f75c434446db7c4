import { expect, test } from 'vitest'
import { actionNames } from './action-names.js'

function nameOf(method: string, path: string): string | undefined {
  return actionNames([{ id: `${method} ${path}`, method, path }])[0]?.file
}

test.each([
  ['post', '/stories/{id}/publish', 'post-stories-id-publish'],
  ['get', '/reports/monthly', 'get-reports-monthly'],
  ['get', '/media/{mediaId}/comments', 'get-media-media-id-comments'],
  ['get', '/reports/{name}.csv', 'get-reports-name-csv'],
  ['get', '/user_profiles/{user_id}', 'get-user-profiles-user-id'],
  ['post', '/users/{username}/stories/{id}/publish', 'post-users-username-stories-id-publish'],
  ['get', '/', 'get'],
])('names %s %s', (method, path, file) => {
  const [names] = actionNames([{ id: `${method} ${path}`, method, path }])
  expect(names?.file).toBe(`src/actions/${file}.ts`)
  expect(names?.name).toBe(file.replaceAll('-', '_'))
})

test('names the types of an action', () => {
  const [names] = actionNames([
    { id: 'post /stories/{id}/publish', method: 'post', path: '/stories/{id}/publish' },
  ])
  expect(names?.type).toBe('PostStoriesIdPublish')
})

test('actions with the same words get suffixes, and others do not', () => {
  const same = ['/a-b', '/a/b', '/a/{b}', '/a.b', '/aB', '/A/b', '/a_b', '/a/{x}-b']
  const paths = [...same, '/a/id', '/a/{x}', '/é', '/ü', '/']
  const names = actionNames(paths.map((path) => ({ id: `get ${path}`, method: 'get', path })))
  expect(new Set(names.map(({ file }) => file.toLowerCase())).size).toBe(paths.length)
  expect(new Set(names.map(({ type }) => type.toLowerCase())).size).toBe(paths.length)
  for (const { file } of names) expect(file).toMatch(/^src\/actions\/get(-[a-z0-9]+)*\.ts$/)
  expect(names[0]?.file).toMatch(/^src\/actions\/get-a-b-[0-9a-f]{6}\.ts$/)
  expect(names[1]?.file).toMatch(/^src\/actions\/get-a-b-[0-9a-f]{6}\.ts$/)
  expect(names[8]?.file).toBe('src/actions/get-a-id.ts')
})

test('limits the length of names', () => {
  const long = `/${'segment/'.repeat(40)}`
  expect(nameOf('get', long)?.length).toBeLessThan(140)
  const paths = ['a', 'b'].map((end) => `${long}${end}`)
  const names = actionNames(paths.map((path) => ({ id: `get ${path}`, method: 'get', path })))
  expect(new Set(names.map(({ file }) => file)).size).toBe(2)
})
