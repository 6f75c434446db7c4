import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PROBE = fileURLToPath(new URL('tell-peak.js', import.meta.url))

/**
 * Runs a Node script in a process of its own; what the process tells of itself stays in its working folder.
 * @returns how long it took in ms, from start to end as its user waits for it, its CPU time in ms, and its peak of memory in MB
 * @param limit ms after which it is ended
 * @throws Error where it fails, or is ended
 */
export function measured(script, args, cwd, limit = 0) {
  const told = `${cwd}/.peak-${process.pid}.json`
  const started = performance.now()
  execFileSync(process.execPath, ['--import', PROBE, script, ...args], {
    cwd,
    env: { ...process.env, BENCH_TELL: told },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: limit,
  })
  const ms = performance.now() - started
  const usage = JSON.parse(readFileSync(told, 'utf8'))
  return { ms, cpu: usage.cpu, mb: usage.mb }
}
