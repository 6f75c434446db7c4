import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { modules } from 'virtual:runtime'
import { describe, expect, test } from 'vitest'

/**
 * The folders from which each folder in `src/` is allowed to import. Files directly in `src/` can import from any
 * folder.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ir: [],
  // Only `source/span.ts`.
  diagnostics: ['source'],
  source: ['diagnostics'],
  naming: ['ir'],
  access: ['ir', 'naming'],
  api: ['diagnostics', 'ir', 'schema', 'source'],
  raml: ['api', 'diagnostics', 'ir', 'naming', 'schema', 'source'],
  openapi: ['api', 'diagnostics', 'ir', 'naming', 'schema', 'source'],
  schema: ['diagnostics', 'ir', 'naming', 'source'],
  analyze: ['access', 'api', 'diagnostics', 'ir', 'naming', 'schema', 'source'],
  migrate: ['ir'],
  validation: ['ir'],
  'sample-values': ['ir', 'validation'],
  // Only `emit/openapi/`, for the contracts that svcgen makes.
  plan: ['access', 'emit', 'ir', 'naming'],
  // Only `output/file.ts`.
  emit: ['access', 'ir', 'migrate', 'naming', 'output', 'sample-values', 'validation'],
  output: ['diagnostics', 'ir', 'migrate', 'plan', 'schema', 'source'],
  build: [],
  cli: ['access', 'diagnostics', 'ir', 'output', 'plan', 'schema', 'source'],
}

/** Folders that are not part of svcgen. */
const OTHERS = ['conformance', 'testing']

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts'))
  .filter((path) => !OTHERS.includes(folderOf(path) ?? ''))

/** Returns a file's folder below `src/`, or null if the file is directly in `src/`. */
function folderOf(path: string): string | null {
  const [, folder = '', ...rest] = path.split('/')
  return rest.length === 0 ? null : folder
}

function importsOf(path: string): readonly string[] {
  const specifiers = readFileSync(path, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)
  return [...specifiers].map(([, specifier = '']) => join(dirname(path), specifier))
}

test('every folder imports only from folders that it is allowed to depend on', () => {
  const wrong = files.flatMap((path) => {
    const folder = folderOf(path)
    if (folder === null) return []
    return importsOf(path)
      .filter((target) => target.startsWith('src/'))
      .map(folderOf)
      .filter((target) => target !== null && target !== folder && !ALLOWED[folder]?.includes(target))
      .map((target) => `${path} imports from ${target}`)
  })
  expect(wrong).toEqual([])
})

test('the diagnostics folder imports only span.ts from the source folder, and the emitter imports only file.ts from the output folder', () => {
  const targets = (from: string, to: string): readonly string[] =>
    files
      .filter((path) => path.startsWith(`src/${from}/`))
      .flatMap(importsOf)
      .filter((target) => target.startsWith(`src/${to}/`))
  expect([...new Set(targets('diagnostics', 'source'))]).toEqual(['src/source/span.js'])
  expect([...new Set(targets('emit', 'output'))]).toEqual(['src/output/file.js'])
})

/** Returns the part of a folder that contains a file: its sub-folder, or the file itself if it is next to sub-folders. */
function partOf(path: string): string {
  const folder = dirname(path)
  const hasFolders = files.some((each) => dirname(each).startsWith(`${folder}/`))
  return hasFolders ? path.replace(/\.js$/, '.ts') : folder
}

/** Returns the parts of a folder that a part imports, directly or through others. */
function reachableFrom(part: string, imports: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = new Set<string>()
  const pending = [part]
  for (const each of pending)
    for (const target of imports.get(each) ?? [])
      if (!found.has(target)) {
        found.add(target)
        pending.push(target)
      }
  return found
}

test('the sub-folders of a folder import each other in one direction', () => {
  const imports = new Map<string, Set<string>>()
  for (const path of files) {
    const targets = importsOf(path).filter((target) => folderOf(target) === folderOf(path))
    const own = partOf(path)
    const others = targets.map(partOf).filter((target) => target !== own)
    imports.set(own, new Set([...(imports.get(own) ?? []), ...others]))
  }
  const cycles = [...imports.keys()].filter((part) => reachableFrom(part, imports).has(part))
  expect(cycles).toEqual([])
})

describe('the files of the runtime', () => {
  const imports = new Map(Object.entries(modules).map(([path, each]) => [path, new Set(each.imports)]))
  const topicOf = (path: string): string => path.split('/', 1)[0] ?? ''

  test('do not import themselves through others, types included', () => {
    expect([...imports.keys()].filter((path) => reachableFrom(path, imports).has(path))).toEqual([])
  })

  test('are in folders that import each other in one direction', () => {
    const folders = new Map<string, Set<string>>()
    for (const [path, targets] of imports) {
      const others = [...targets].map(topicOf).filter((topic) => topic !== topicOf(path))
      folders.set(topicOf(path), new Set([...(folders.get(topicOf(path)) ?? []), ...others]))
    }
    expect([...folders.keys()].filter((topic) => reachableFrom(topic, folders).has(topic))).toEqual([])
    expect(folders.get('spec')).toEqual(new Set())
    for (const topic of ['model.ts', 'store.ts'])
      for (const above of ['body', 'http', 'policy', 'repository', 'server'])
        expect(reachableFrom(topic, folders), topic).not.toContain(above)
  })
})
