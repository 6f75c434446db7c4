import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { writeFiles } from '../testing/check-project.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Writes a project to a folder inside the repository and compiles it. Most test files use the same few projects, so
 * each combination of files is compiled once per run and then shared.
 */
export async function buildProject(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  writeFiles(folder, files)
  const shared = sharedBuild(files)
  if (shared !== null && existsSync(shared)) return cpSync(shared, join(folder, 'dist'), { recursive: true })
  await execa('tsc', ['-b'], { cwd: folder, preferLocal: true, localDir: ROOT })
  if (shared !== null) share(join(folder, 'dist'), shared)
}

/** Returns the folder with the compiled output for these files, or null if the run does not share builds. */
function sharedBuild(files: ReadonlyMap<string, string>): string | null {
  const builds = process.env['TEST_BUILDS']
  if (builds === undefined) return null
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  return join(builds, createHash('sha256').update(JSON.stringify(sorted)).digest('hex'))
}

/** Renames the finished build into place, so that other processes never see a partial build. */
function share(dist: string, shared: string): void {
  const aside = mkdtempSync(`${shared}-`)
  cpSync(dist, aside, { recursive: true })
  try {
    renameSync(aside, shared)
  } catch (error) {
    // If `shared` exists, another process compiled the same project and finished first.
    rmSync(aside, { recursive: true })
    if (!existsSync(shared)) throw error
  }
}
