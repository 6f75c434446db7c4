import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Inside the repository, so that emitted projects find the installed packages. */
const PROJECTS = join(ROOT, '.cache')

/** A folder for emitted projects, which goes with the last test of the file. */
export function projectsFolder(): string {
  mkdirSync(PROJECTS, { recursive: true })
  const folder = mkdtempSync(join(PROJECTS, 'projects-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files, by their paths in the folder, which need not be there. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Does what SPEC 5 promises of an emitted project in this folder: prettier finds nothing, and it type-checks and passes its own tests. */
export async function checkProject(folder: string): Promise<void> {
  await execa('npx', ['prettier', '--check', '.'], { cwd: folder, preferLocal: true })
  await execa('npm', ['test'], { cwd: folder, preferLocal: true, localDir: ROOT, env: { CI: 'true' } })
}
