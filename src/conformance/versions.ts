import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import type { Engine } from '../ir/index.js'
import { writeFiles } from '../testing/check-project.js'
import { compileProject } from '../testing/compile-project.js'
import { makeSandbox } from '../testing/sandbox.js'

const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url))

/**
 * A change to the sample API: the text to replace in `schemas/story.json`, its replacement, and options for `generate`.
 */
export type Edit = readonly [from: string, to: string, options?: string]

/**
 * Generates a service from the sample API written by `svcgen init`, and regenerates it after each edit. Builds each
 * version.
 * @returns the folders of the versions
 */
export async function buildVersions(engine: Engine, edits: readonly Edit[]): Promise<string[]> {
  const box = makeSandbox()
  const story = 'api/schemas/story.json'
  const versions: string[] = []
  mkdirSync(CACHE, { recursive: true })
  try {
    await box.run('init ./api')
    for (const [from, to, options = ''] of [['', ''], ...edits] as const) {
      box.write(story, box.read(story).replace(from, to))
      const { exit, err } = await box.run(`generate ./api/api.raml -o ./out --engine ${engine}${options}`)
      if (exit !== 0) throw new Error(err)
      const folder = mkdtempSync(join(CACHE, 'version-'))
      writeFiles(folder, new Map(Object.entries(box.files('out'))))
      await compileProject(folder)
      versions.push(folder)
    }
    return versions
  } finally {
    box.end()
  }
}

/** A command's output on both streams, and its exit code. */
export interface CommandResult {
  readonly exit: number | undefined
  readonly printed: string
}

/** Runs `npm run migrate -- …` in a built project. */
export function migrate(
  folder: string,
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<CommandResult> {
  return run(folder, env, 'dist/src/generated/migrate.js', ...words)
}

/** Starts the service in a built project, expecting the start to fail, and waits for the process to end. */
export function startFailing(folder: string, env: Readonly<Record<string, string>>): Promise<CommandResult> {
  return run(folder, { PORT: '0', ...env }, 'dist/src/main.js')
}

async function run(
  folder: string,
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<CommandResult> {
  const { exitCode, all } = await execa('node', words, {
    cwd: folder,
    env,
    reject: false,
    all: true,
    timeout: 20_000,
  })
  return { exit: exitCode, printed: all }
}

/** Returns the environment variables for settings. */
export function environmentOf(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [`SVC_${key.toUpperCase().replaceAll('.', '_')}`, value]),
  )
}
