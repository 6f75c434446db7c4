import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { hashOf } from '../output/hash.js'
import { makeFolder } from '../output/make-folder.js'
import { type Memory, noMemory } from './memory.js'

/** How many texts are kept, a few for each output folder, and how many bytes; the one that was written the longest ago goes first. */
const KEPT = 100
const KEPT_BYTES = 64 * 1024 * 1024

/**
 * Remembers in a folder of the user's; where there is none, or it can't be used, nothing is remembered. Each file begins with the SHA-256 of its text:
 * what a failing disk has spoilt is not there.
 * @param bytes how much is kept
 */
export function diskMemory(folder: string | null, bytes = KEPT_BYTES): Memory {
  if (folder === null) return noMemory
  const fileOf = (key: string): string => join(folder, hashOf(key).slice(0, 32))
  return {
    read(key) {
      try {
        return checked(readFileSync(fileOf(key)))
      } catch {
        return null
      }
    },
    write(key, text) {
      const aside = `${fileOf(key)}.${process.pid}`
      try {
        makeFolder(folder)
        const content = Buffer.from(text)
        writeFileSync(aside, `${hashOf(content)}\n`, { mode: 0o600 })
        appendFileSync(aside, content)
        renameSync(aside, fileOf(key))
        forgetOldest(folder, bytes)
      } catch {
        discard(aside)
      }
    },
  }
}

function checked(stored: Buffer): string | null {
  const end = stored.indexOf('\n')
  const text = stored.subarray(end + 1)
  return hashOf(text) === stored.toString('latin1', 0, end) ? text.toString() : null
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Where nothing can be written, nothing is left.
  }
}

function forgetOldest(folder: string, bytes: number): void {
  const files = readdirSync(folder).map((name) => {
    const path = join(folder, name)
    const { mtimeMs, size } = statSync(path)
    return { path, mtimeMs, size }
  })
  let sum = 0
  for (const [index, { path, size }] of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs).entries()) {
    sum += size
    if (index >= KEPT || sum > bytes) rmSync(path, { force: true })
  }
}

/**
 * The folder for what programs may lose: as the XDG Base Directory Specification names it, and as macOS and Windows do. Null for a user without a
 * home, as containers have them.
 * @param env the environment of the process
 */
export function memoryFolder(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  home: () => string = homedir,
): string | null {
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local = '' } = env
  if (xdg.startsWith('/')) return join(xdg, 'svcgen')
  if (platform === 'win32' && local !== '') return join(local, 'svcgen', 'Cache')
  try {
    return join(home(), platform === 'darwin' ? 'Library/Caches' : '.cache', 'svcgen')
  } catch {
    return null
  }
}
