import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates the folder with what all tests in a run share: compiled projects, and hashes of formatted files.
 * @returns the function that vitest calls at the end
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'builds-'))
  process.env['TEST_BUILDS'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Returns the folder with what all tests in this run share. */
export function sharedFolder(): string {
  const folder = process.env['TEST_BUILDS']
  if (folder === undefined) throw new Error('The tests run without their global setup')
  return folder
}
