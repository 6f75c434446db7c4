import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where svcgen marks whose turn it is: a folder for all runs of a user. */
const KNOWN = /^svcgen-\w+$/

/**
 * Gives all tests of a run one folder for temporary files, and removes it after them.
 * @returns what vitest calls at the end: the run fails where a test has left something behind
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  process.env['TMPDIR'] = folder
  return () => {
    const left = readdirSync(folder).filter((name) => !KNOWN.test(name))
    rmSync(folder, { recursive: true, force: true })
    if (left.length === 0) return
    console.error(`Tests have left temporary files behind: ${left.join(', ')}`)
    process.exitCode = 1
  }
}
