import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** A folder inside the repository, so that emitted projects find the installed packages. */
const PROJECTS = join(ROOT, '.cache')

/** Creates a folder for emitted projects, and removes it after the last test in the file. */
export function projectsFolder(): string {
  mkdirSync(PROJECTS, { recursive: true })
  const folder = mkdtempSync(join(PROJECTS, 'projects-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files, keyed by path, to a folder. Creates missing folders. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/**
 * Checks that an emitted project is formatted, type-checks and passes its own tests.
 * @param settings environment variables with settings that the owner may have chosen
 */
export async function checkProject(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  await checkFormat(folder)
  const env = { CI: 'true', ...settings }
  const options = { cwd: folder, preferLocal: true, localDir: ROOT, env } as const
  // As `npm test` does, without starting npm three times.
  await execa('tsc', options)
  await execa('node', ['dist/test/run.js'], options)
}

/** The files that affect Prettier's result. */
const SETTINGS = ['.prettierrc.json', '.prettierignore', '.gitignore']

/** For each file known to be formatted, a hash of the settings and of the file's path and text. */
const formatted = new Set<string>()

/** Checks the formatting. Skips files that were checked before, such as the runtime, because Prettier takes seconds. */
async function checkFormat(folder: string): Promise<void> {
  const settings = SETTINGS.map((path) => readFileSync(join(folder, path), 'utf8'))
  const files = filesBelow(folder).map((path) => {
    const parts = [...settings, path, readFileSync(join(folder, path), 'utf8')]
    return { path, hash: createHash('sha256').update(JSON.stringify(parts)).digest('hex') }
  })
  const others = files.filter(({ hash }) => !formatted.has(hash))
  if (others.length === 0) return
  const paths = others.map(({ path }) => path)
  const options = { cwd: folder, preferLocal: true, localDir: ROOT } as const
  await execa('prettier', ['--check', '--ignore-unknown', '--', ...paths], options)
  for (const { hash } of others) formatted.add(hash)
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}
