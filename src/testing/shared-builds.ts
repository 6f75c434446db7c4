import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives all tests of a run one folder for what the compiler made of their projects, named by `TEST_BUILDS`.
 * @returns what vitest calls at the end
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'builds-'))
  process.env['TEST_BUILDS'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
