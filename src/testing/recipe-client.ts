import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { execa } from 'execa'
import type { Block } from './doc-page.js'

/** Commands that run until they are stopped. */
const DEVELOPMENT = 'npx vite'

/** Settings of npm for tests. */
const QUIET = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_prefer_offline: 'true' }

/** A client whose page is served. */
export interface RecipeClient {
  /** The address of the page. */
  readonly address: string
  stop(): void
}

/**
 * Writes the files of a recipe, runs its `sh` commands in the folder `client`, and serves the page.
 * @param home contains the folders `client` and `service`
 * @param service the address of the service
 * @throws Error if a command fails
 */
export async function startClient(
  blocks: readonly Block[],
  home: string,
  service: string,
): Promise<RecipeClient> {
  const folder = join(home, 'client')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  for (const { title, text } of blocks) {
    if (title === null) continue
    mkdirSync(dirname(join(home, title)), { recursive: true })
    writeFileSync(join(home, title), text.replaceAll('localhost:3000', service))
  }
  const commands = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.trim().split('\n'))
  for (const command of commands)
    if (command !== DEVELOPMENT) await execa('bash', ['-c', command], { cwd: folder, env: QUIET })
  const child = spawn('node', ['node_modules/vite/bin/vite.js', '--port', '0', '--host', '127.0.0.1'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { address: await addressOf(child), stop: () => void child.kill() }
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the output of the client is not a pipe')
  for await (const line of createInterface({ input: stdout })) {
    const [url] = /http:\S+/.exec(line) ?? []
    if (url !== undefined) return url
  }
  throw new Error('the client did not start')
}
