import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url))

/**
 * Returns the user code in a fixture's `code/src/`, keyed by path in the emitted project. Omits the tests in `code/`,
 * which run on one engine only.
 */
export function userCode(fixture: string): Readonly<Record<string, string>> {
  const folder = join(FIXTURES, fixture, 'code')
  const sources = join(folder, 'src')
  return Object.fromEntries(
    readdirSync(sources, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  )
}
