import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { writeFiles } from '../testing/check-project.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Writes a project into a folder inside the repository, and compiles it. Most files of the suite want the same few projects: of each, with all its
 * texts, the first one in a run is compiled, and what came of it serves the others.
 */
export async function buildProject(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  writeFiles(folder, files)
  const shared = sharedBuild(files)
  if (shared !== null && existsSync(shared)) return cpSync(shared, join(folder, 'dist'), { recursive: true })
  await execa('tsc', ['-b'], { cwd: folder, preferLocal: true, localDir: ROOT })
  if (shared !== null) share(join(folder, 'dist'), shared)
}

/** Where the run has what is compiled of these files; null where it has no place for it. */
function sharedBuild(files: ReadonlyMap<string, string>): string | null {
  const builds = process.env['TEST_BUILDS']
  if (builds === undefined) return null
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  return join(builds, createHash('sha256').update(JSON.stringify(sorted)).digest('hex'))
}

/** Whoever finds a shared build finds all of it: it gets its name last. */
function share(dist: string, shared: string): void {
  const aside = mkdtempSync(`${shared}-`)
  cpSync(dist, aside, { recursive: true })
  try {
    renameSync(aside, shared)
  } catch (error) {
    // Two processes compiled it at the same time, and the other one was first.
    rmSync(aside, { recursive: true })
    if (!existsSync(shared)) throw error
  }
}
