import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOf } from './output/hash.js'
import { readVersion } from './version.js'

/** All that decides what svcgen makes of an input: its code, which holds its templates once it is built. */
const CODE = fileURLToPath(new URL('.', import.meta.url))

let known: string | null = null

/**
 * Tells one svcgen from another: by its version, and by when its files were written, since whoever works on svcgen changes it under one
 * version.
 */
export function toolMark(): string {
  known ??= markOf()
  return known
}

function markOf(): string {
  const files = readdirSync(CODE, { recursive: true, encoding: 'utf8' }).map((path) => {
    const { size, mtimeMs } = statSync(join(CODE, path))
    return `${path} ${size} ${mtimeMs}`
  })
  return hashOf([readVersion(), process.version, CODE, ...files].join('\n'))
}
