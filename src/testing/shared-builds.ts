import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a folder for the compiled projects of all tests in a run, and sets `TEST_BUILDS` to its path.
 * @returns the function that vitest calls at the end
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'builds-'))
  process.env['TEST_BUILDS'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
