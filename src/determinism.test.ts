import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { emitApi } from './testing/emit-fixture.js'
import { writeFiles } from './testing/check-project.js'
import { randomFrom } from './testing/random.js'
import { shuffledJson, shuffledRaml } from './testing/shuffled.js'
import { temporaryFolder } from './testing/temporary-folder.js'

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url))

/** APIs that together cover all emitted files. */
const CASES = ['accounts', 'handlers', 'kinds', 'library', 'members']

/** The keys whose order is significant: the order of tags is the order of handlers. */
const KEPT = ['_event_handlers']

/** Returns a fixture's files, keyed by path. */
function filesOf(name: string): ReadonlyMap<string, string> {
  const folder = join(FIXTURES, name)
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]))
}

/** Copies an API to a new folder, applying `change` to each file, and returns the emitted files. */
async function emitted(
  name: string,
  change: (path: string, text: string) => string = (_, text) => text,
): Promise<Readonly<Record<string, string>>> {
  const folder = temporaryFolder()
  const files = [...filesOf(name)].map(([path, text]): [string, string] => [path, change(path, text)])
  writeFiles(folder, new Map(files.reverse()))
  const { files: result } = await emitApi(join(folder, 'api.raml'), 'svc_sqla')
  expect(result.size).toBeGreaterThan(0)
  return Object.fromEntries([...result].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Makes all functions that depend on the locale throw an error. */
function withoutLocale(): void {
  const refuse = (): never => {
    throw new Error('A function that depends on the locale was called')
  }
  vi.spyOn(String.prototype, 'localeCompare').mockImplementation(refuse)
  vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(refuse)
  vi.spyOn(String.prototype, 'toLocaleUpperCase').mockImplementation(refuse)
  vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(refuse)
  vi.spyOn(Date.prototype, 'toLocaleString').mockImplementation(refuse)
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe.each(CASES)('the files generated from %s', (name) => {
  it('are identical for CRLF input in a different folder, time zone and working directory, and do not depend on the locale', async () => {
    const usual = await emitted(name)
    vi.stubEnv('TZ', 'Pacific/Kiritimati')
    const home = process.cwd()
    process.chdir(temporaryFolder())
    withoutLocale()
    const elsewhere = await emitted(name, (_, text) => text.replaceAll('\n', '\r\n')).finally(() =>
      process.chdir(home),
    )
    expect(elsewhere).toEqual(usual)
  })

  it.each([1, 2])('have the same bytes for any key order, seed %d', async (seed) => {
    const random = randomFrom(seed)
    const shuffled = await emitted(name, (path, text) => {
      if (path.endsWith('.json')) return shuffledJson(text, KEPT, random)
      return path.endsWith('.raml') ? shuffledRaml(text, random) : text
    })
    expect(shuffled).toEqual(await emitted(name))
  })
})
