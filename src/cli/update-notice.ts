import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { compareVersions, isVersion, readVersion } from '../version.js'
import type { Terminal } from './terminal.js'

const DAY = 24 * 60 * 60 * 1000
const TIMEOUT = 1000

/** Prints a line if npm has a newer version, once a day, with `SVCGEN_CHECK_UPDATES=1`. Failures are silent. */
export async function noticeUpdate(
  argv: readonly string[],
  { showsProgress, err }: Pick<Terminal, 'showsProgress' | 'err'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const isAsked = env['SVCGEN_CHECK_UPDATES'] === '1' && (env['CI'] ?? '') === ''
  if (!isAsked || !showsProgress || argv.includes('--json') || argv.includes('--quiet')) return
  try {
    if (!isDue(join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'svcgen', 'checked'))) return
    const registry = env['npm_config_registry'] ?? 'https://registry.npmjs.org/'
    const latest = await latestVersion(new URL('svcgen/latest', registry.replace(/\/?$/, '/')))
    if (latest !== null && compareVersions(latest, readVersion()) > 0)
      err(`svcgen ${latest} is available; this is ${readVersion()}\n`)
  } catch {
    // The notice is not worth an error message.
  }
}

/** Returns whether the last check was at least a day ago, and records this one. */
function isDue(stamp: string): boolean {
  const last = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (Date.now() - last < DAY) return false
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, '')
  return true
}

async function latestVersion(url: URL): Promise<string | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) })
  const body: unknown = await response.json()
  const isNamed = typeof body === 'object' && body !== null && 'version' in body
  return isNamed && isVersion(body.version) ? body.version : null
}
