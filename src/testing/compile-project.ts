import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { sharedFolder } from './shared-builds.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs the compiler in a project and returns what it prints. On one thread, it takes less than half of the processor
 * time, because it checks no types twice.
 */
export async function tsc(
  folder: string,
  options: readonly string[] = [],
): Promise<{ readonly stdout: string; readonly failed: boolean }> {
  return execa('tsc', ['--singleThreaded', ...options], {
    cwd: folder,
    preferLocal: true,
    localDir: ROOT,
    reject: false,
  })
}

/**
 * Compiles a project. Tests use some projects several times: each combination of files is compiled once per run, and the
 * output is shared.
 * @throws Error with the messages of the compiler
 */
export async function compileProject(folder: string): Promise<void> {
  const sources = sourcesIn(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')])
  const shared = join(sharedFolder(), createHash('sha256').update(JSON.stringify(sources)).digest('hex'))
  const dist = join(folder, 'dist')
  if (existsSync(shared)) return cpSync(shared, dist, { recursive: true })
  const { stdout, failed } = await tsc(folder)
  if (failed) throw new Error(`The project does not compile:\n${stdout}`)
  share(dist, shared)
}

/** Returns the files from which a project is compiled, sorted. */
function sourcesIn(folder: string): readonly string[] {
  const inFolders = ['migrations', 'src', 'test'].flatMap((name) =>
    filesBelow(join(folder, name)).map((path) => join(name, path)),
  )
  return ['package.json', 'tsconfig.json', ...inFolders.sort()]
}

/** Returns the paths of all files in a folder, relative to it. */
export function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
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
