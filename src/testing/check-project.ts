import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, expect } from 'vitest'
import { compileProject, filesBelow } from './compile-project.js'
import { sharedFolder } from './shared-builds.js'

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
  const folders = new Set([...files.keys()].map((path) => dirname(join(folder, path))))
  for (const each of folders) mkdirSync(each, { recursive: true })
  for (const [path, text] of files) writeFileSync(join(folder, path), text)
}

/**
 * Checks that an emitted project is formatted, type-checks and passes its own tests.
 * @param settings environment variables with settings that the owner may have chosen
 */
export async function checkProject(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  expect(await unformatted(folder), 'files that Prettier would change').toEqual([])
  await compileProject(folder, true)
  // As `npm test` does, without starting npm three times.
  await execa('node', ['dist/test/run.js'], { cwd: folder, env: { CI: 'true', ...settings } })
}

/** The files that affect Prettier's result. */
const SETTINGS = ['.prettierrc.json', '.prettierignore', '.gitignore']

/**
 * Returns the files that `prettier --check .` reports. Files such as the runtime, which many projects contain, are
 * checked only once per run, because Prettier takes seconds.
 */
async function unformatted(folder: string): Promise<readonly string[]> {
  const { check, getFileInfo, resolveConfig } = await import('prettier')
  const settings = SETTINGS.map((path) => readFileSync(join(folder, path), 'utf8'))
  const ignorePath = ['.prettierignore', '.gitignore'].map((path) => join(folder, path))
  const found: string[] = []
  for (const path of filesBelow(folder)) {
    const filepath = join(folder, path)
    const text = readFileSync(filepath, 'utf8')
    const hash = createHash('sha256')
      .update(JSON.stringify([...settings, path, text]))
      .digest('hex')
    const known = join(sharedFolder(), `formatted-${hash}`)
    if (existsSync(known)) continue
    const { ignored, inferredParser } = await getFileInfo(filepath, { ignorePath })
    const isFormatted =
      ignored ||
      inferredParser === null ||
      (await check(text, { ...(await resolveConfig(filepath)), filepath }))
    if (isFormatted) writeFileSync(known, '')
    else found.push(path)
  }
  return found
}
