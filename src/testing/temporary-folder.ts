import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sharedFolder } from './shared-builds.js'

/** Creates an empty folder, which is removed at the end of the run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(sharedFolder(), 'test-'))
}
