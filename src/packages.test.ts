import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'

interface Manifest {
  readonly files: readonly string[]
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
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
  const { dependencies, devDependencies } = manifest
  expect(dependencies[name] ?? devDependencies[name]).toMatch(/\d/)
  const imports = [`from '${name}'`, `import('${name}')`, `from '${name}/`]
  expect(sources.some((source) => imports.some((text) => source.includes(text)))).toBe(true)
})

/** The Markdown files of the npm package. */
const pages = manifest.files
  .flatMap((path) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => `${path}/${file}`)
      : path,
  )
  .filter((path) => path.endsWith('.md'))

test.each(pages)('%s links only to files that the npm package contains', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(
    ([, link = '']) => link,
  )
  const linked = links.filter((link) => !/^\w+:/.test(link)).map((link) => join(dirname(page), link))
  const contained = (path: string): boolean =>
    manifest.files.some((file) => path === file || path.startsWith(`${file}/`)) && statSync(path).isFile()
  expect(linked.filter((path) => !contained(path))).toEqual([])
})
