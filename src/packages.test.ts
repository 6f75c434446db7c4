import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const manifest: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(`src/${path}`, 'utf8'))

test.each([
  'commander',
  'execa',
  'handlebars',
  'json-schema-to-typescript',
  'pluralize',
  'prettier',
  'vitest',
  'yaml',
])('%s is a dependency, and code imports it', (name) => {
  const { dependencies = {}, devDependencies = {} } = manifest
  expect(dependencies[name] ?? devDependencies[name]).toMatch(/\d/)
  const imports = [`from '${name}'`, `import('${name}')`, `from '${name}/`]
  expect(sources.some((source) => imports.some((text) => source.includes(text)))).toBe(true)
})
