import { expect, test } from 'vitest'
import { mergeDependencies, packageChanges } from './package-json.js'

const needed = (dependencies: object, devDependencies = {}): string =>
  JSON.stringify({ dependencies, devDependencies })

test('adds missing packages in alphabetical order, in the same style as the user’s file', () => {
  const users = '{\n\t"dependencies": {\n\t\t"b": "1"\n\t}\n}\n'
  expect(mergeDependencies(users, needed({ a: '^1', c: '^1' }))).toBe(
    '{\n\t"dependencies": {\n\t\t"a": "^1",\n\t\t"b": "1",\n\t\t"c": "^1"\n\t}\n}\n',
  )
})

test.each([
  ['an empty section', '{\n  "dependencies": {}\n}\n', '{\n  "dependencies": {\n    "a": "^1"\n  }\n}\n'],
  ['no section', '{\n  "name": "x"\n}\n', '{\n  "name": "x",\n  "dependencies": {\n    "a": "^1"\n  }\n}\n'],
  ['no keys', '{}', '{\n  "dependencies": {\n    "a": "^1"\n  }\n}'],
  ['one line', '{"dependencies": {"b": "1"}}', '{"dependencies": {"a": "^1", "b": "1"}}'],
  [
    'CRLF line endings',
    '{\r\n  "dependencies": {\r\n    "b": "1"\r\n  }\r\n}',
    '{\r\n  "dependencies": {\r\n    "a": "^1",\r\n    "b": "1"\r\n  }\r\n}',
  ],
])('adds a package to a file with %s', (_name, users, merged) => {
  expect(mergeDependencies(users, needed({ a: '^1' }))).toBe(merged)
})

test('creates a missing section', () => {
  expect(JSON.parse(mergeDependencies('{"name":"x"}', needed({ a: '1' }, { b: '2' })) ?? '')).toEqual({
    name: 'x',
    dependencies: { a: '1' },
    devDependencies: { b: '2' },
  })
})

test.each([
  ['^5.1.0', '^5.6.0', '^5.6.0'],
  ['^5.10.0', '^5.6.0', '^5.10.0'],
  ['~5.6.2', '^5.6.0', '~5.6.2'],
  ['~5.1.0', '^5.6.0', '~5.6.0'],
  ['5.0.0', '^5.6.0', '5.6.0'],
  ['5.6.1', '^5.6.0', '5.6.1'],
  ['5', '^5.6.0', '^5.6.0'],
  ['^5.1', '^5.6.0', '^5.6.0'],
  ['~5.1.0', '^6.1.0', '^6.1.0'],
  ['^4.9.0', '^5.6.0', '^5.6.0'],
  ['^0.27.1', '^0.28.0', '^0.28.0'],
  ['^6.0.0', '^5.6.0', '^6.0.0'],
  ['latest', '^5.6.0', 'latest'],
  ['file:../fastify', '^5.6.0', 'file:../fastify'],
  ['>=4 <7', '^5.6.0', '>=4 <7'],
])('if a dependency has the range %s, and %s is needed, the range becomes %s', (range, needs, left) => {
  const users = JSON.stringify({ devDependencies: { fastify: range } })
  const merged = mergeDependencies(users, needed({ fastify: needs }))
  expect(JSON.parse(merged ?? '')).toEqual({ devDependencies: { fastify: left } })
})

test('adds an optional package, unless another section has it', () => {
  const wanted = JSON.stringify({ optionalDependencies: { a: 'file:a' } })
  expect(mergeDependencies('{}', wanted)).toBe('{\n  "optionalDependencies": {\n    "a": "file:a"\n  }\n}')
  expect(mergeDependencies('{"dependencies":{"a":"1"}}', wanted)).toBe('{"dependencies":{"a":"1"}}')
})

test.each(['', '[]', '{,}', '{"dependencies": []}', '// no\n{}'])(
  '%j is not a valid package.json',
  (users) => {
    expect(mergeDependencies(users, needed({}))).toBeNull()
  },
)

test('adds the scripts that added scripts call, unless the user has them', () => {
  const data = { predata: 'npm run -s compile', data: 'node dist/src/generated/data.js' }
  const wanted = JSON.stringify({ scripts: { compile: 'x', start: 'y', ...data } })
  const merged = (scripts: object): unknown =>
    JSON.parse(mergeDependencies(JSON.stringify({ scripts }), wanted) ?? '').scripts
  expect(merged({ start: 'z' })).toEqual({ start: 'z', compile: 'x', ...data })
  expect(merged({ compile: 'own' })).toEqual({ compile: 'own', ...data })
})

test('lists the packages that are added or whose range changes', () => {
  const before = needed({ a: '^1.0.0', b: '^1.0.0' }, { c: '1.0.0' })
  const after = needed({ a: '^1.0.0', b: '^1.1.0', d: '^2.0.0' }, { c: '1.2.0' })
  expect(packageChanges(before, after)).toEqual([
    { name: 'b', from: '^1.0.0', to: '^1.1.0' },
    { name: 'c', from: '1.0.0', to: '1.2.0' },
    { name: 'd', from: null, to: '^2.0.0' },
  ])
})
