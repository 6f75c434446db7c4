import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Matches the folder with svcgen's lock files. Each user has a separate folder. */
const KNOWN = /^svcgen-\w+$/

/**
 * Creates one temporary folder for all tests in a run.
 * @returns the function that vitest calls at the end: it removes the folder, and fails the run if any test left files
 * in it
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  process.env['TMPDIR'] = folder
  return () => {
    const left = readdirSync(folder).filter((name) => !KNOWN.test(name))
    rmSync(folder, { recursive: true, force: true })
    if (left.length === 0) return
    console.error(`Tests left temporary files: ${left.join(', ')}`)
    process.exitCode = 1
  }
}
