import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PROBE = fileURLToPath(new URL('write-usage.js', import.meta.url))

/**
 * Runs a Node script in a new process.
 * @param limit maximum time in milliseconds; 0 means no limit
 * @returns its elapsed time and CPU time in milliseconds, and its peak memory in MB
 * @throws Error if it fails or takes longer than the limit
 */
export function measured(script, args, cwd, limit = 0) {
  const usageFile = `${cwd}/.peak-${process.pid}.json`
  const started = performance.now()
  execFileSync(process.execPath, ['--import', PROBE, script, ...args], {
    cwd,
    env: { ...process.env, BENCH_USAGE: usageFile },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: limit,
  })
  const ms = performance.now() - started
  const usage = JSON.parse(readFileSync(usageFile, 'utf8'))
  return { ms, cpu: usage.cpu, mb: usage.mb }
}
