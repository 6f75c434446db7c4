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
  writeFileSync,
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
 * @param checksRuntime whether to check that the files of its runtime compile without those that it leaves out
 * @throws Error with the messages of the compiler
 */
export async function compileProject(folder: string, checksRuntime = false): Promise<void> {
  const sources = sourcesIn(folder)
  const files = sources.map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const)
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex')
  const shared = join(sharedFolder(), hash)
  const dist = join(folder, 'dist')
  if (existsSync(shared)) return copyFiles(shared, dist)
  const runtime = files.filter(([path]) => path.startsWith(RUNTIME) && path.endsWith('.ts'))
  const isCurrent = runtime.every(([path, text]) => text === currentText(relative(RUNTIME, path)))
  if (checksRuntime || !isCurrent) await run(folder)
  else
    await withoutRuntime(
      folder,
      runtime.map(([path]) => relative(RUNTIME, path)),
    )
  share(dist, shared)
}

const TEMPLATES = join(ROOT, 'templates', 'runtime')
const TYPES = [join(ROOT, 'node_modules', '@types')]

function currentText(path: string): string | null {
  const template = join(TEMPLATES, path)
  return existsSync(template) ? readFileSync(template, 'utf8') : null
}

/**
 * Compiles a project without its runtime: declarations replace the code while the compiler runs, which takes less than
 * half of the time.
 */
async function withoutRuntime(folder: string, paths: readonly string[]): Promise<void> {
  const runtime = await compiledRuntime()
  const code = join(folder, RUNTIME)
  const aside = join(folder, '.runtime')
  renameSync(code, aside)
  copyFiles(
    runtime,
    code,
    paths.map((path) => path.replace(/ts$/, 'd.ts')),
  )
  try {
    await run(folder)
  } finally {
    rmSync(code, { recursive: true })
    renameSync(aside, code)
  }
  copyFiles(
    runtime,
    join(folder, 'dist', RUNTIME),
    paths.map((path) => path.replace(/ts$/, 'js')),
  )
}

/** Returns the folder with the code and the declarations of the runtime, which is compiled once per run. */
async function compiledRuntime(): Promise<string> {
  const shared = join(sharedFolder(), 'runtime')
  if (existsSync(shared)) return shared
  const build = mkdtempSync(`${shared}-`)
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rootDir: TEMPLATES,
    outDir: build,
    typeRoots: TYPES,
  }
  const exclude = [join(TEMPLATES, '**/*.test.ts'), join(TEMPLATES, 'testing')]
  const settings = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: [TEMPLATES], exclude }
  writeFileSync(join(build, 'tsconfig.json'), JSON.stringify(settings))
  await run(build)
  share(build, shared)
  return shared
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
function copyFiles(from: string, to: string, paths = filesBelow(from)): void {
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
