import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
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

/** The folder with the code that is the same in many projects. */
const RUNTIME = join('src', 'generated', 'runtime')

/**
 * Compiles a project. Tests use some projects several times: each combination of files is compiled once per run, and the
 * output is shared.
 * @throws Error with the messages of the compiler
 */
export async function compileProject(folder: string): Promise<void> {
  const sources = sourcesIn(folder)
  const shared = sharedBuild(folder, sources)
  const dist = join(folder, 'dist')
  if (existsSync(shared)) return copyFiles(shared, dist)
  const runtime = sources.filter((path) => path.startsWith(RUNTIME))
  await compile(folder, sharedBuild(folder, runtime))
  share(dist, shared)
}

/** Returns the folder for what files of a project are compiled to. */
function sharedBuild(folder: string, paths: readonly string[]): string {
  const files = paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])
  return join(sharedFolder(), createHash('sha256').update(JSON.stringify(files)).digest('hex'))
}

/**
 * Compiles a project. While the compiler runs, the declarations of a runtime that has been compiled for another project
 * replace its code, which takes less than half of the time.
 * @param runtime the folder for the compiled runtime
 * @throws Error with the messages of the compiler
 */
async function compile(folder: string, runtime: string): Promise<void> {
  const code = join(folder, RUNTIME)
  const compiled = join(folder, 'dist', RUNTIME)
  if (!existsSync(runtime)) {
    await run(folder, ['--declaration'])
    return share(compiled, runtime)
  }
  const aside = join(folder, '.runtime')
  renameSync(code, aside)
  copyFiles(runtime, code, (path) => path.endsWith('.d.ts'))
  try {
    await run(folder)
  } finally {
    rmSync(code, { recursive: true })
    renameSync(aside, code)
  }
  copyFiles(runtime, compiled, (path) => path.endsWith('.js'))
}

async function run(folder: string, options: readonly string[] = []): Promise<void> {
  const { stdout, failed } = await tsc(folder, options)
  if (failed) throw new Error(`The project does not compile:\n${stdout}`)
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

/** Copies the files in a folder. `cpSync` takes several times as long. */
function copyFiles(from: string, to: string, selects: (path: string) => boolean = () => true): void {
  const paths = filesBelow(from).filter(selects)
  for (const folder of new Set(paths.map((path) => dirname(join(to, path)))))
    mkdirSync(folder, { recursive: true })
  for (const path of paths) copyFileSync(join(from, path), join(to, path))
}

/** Renames the finished build into place, so that other processes never see a partial build. */
function share(build: string, shared: string): void {
  const aside = mkdtempSync(`${shared}-`)
  copyFiles(build, aside)
  try {
    renameSync(aside, shared)
  } catch (error) {
    // If `shared` exists, another process compiled the same files and finished first.
    rmSync(aside, { recursive: true })
    if (!existsSync(shared)) throw error
  }
}
