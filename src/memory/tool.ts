import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOf } from '../output/hash.js'
import { readVersion } from '../version.js'

/** All that decides what svcgen makes of an input: its code, and its templates. */
const PARTS = ['..', '../../templates'] as const

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
  const files = PARTS.flatMap((part) => filesBelow(fileURLToPath(new URL(part, import.meta.url))))
  return hashOf([readVersion(), process.version, ...files].join('\n'))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    const { size, mtimeMs } = statSync(path)
    return [`${path} ${size} ${mtimeMs}`]
  })
}
