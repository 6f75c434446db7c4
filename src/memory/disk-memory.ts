import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { hashOf } from '../output/hash.js'
import { makeFolder } from '../output/make-folder.js'
import { type Memory, noMemory } from './memory.js'

/** How many texts are kept, a few for each output folder; the one that was written the longest ago goes first. */
const KEPT = 100

/** Remembers in a folder of the user's; where there is none, or it can't be used, nothing is remembered. */
export function diskMemory(folder: string | null): Memory {
  if (folder === null) return noMemory
  const fileOf = (key: string): string => join(folder, `${hashOf(key).slice(0, 32)}.json`)
  return {
    read(key) {
      try {
        return readFileSync(fileOf(key), 'utf8')
      } catch {
        return null
      }
    },
    write(key, text) {
      const aside = `${fileOf(key)}.${process.pid}`
      try {
        makeFolder(folder)
        writeFileSync(aside, text, { mode: 0o600 })
        renameSync(aside, fileOf(key))
        forgetOldest(folder)
      } catch {
        discard(aside)
      }
    },
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Where nothing can be written, nothing is left.
  }
}

function forgetOldest(folder: string): void {
  const names = readdirSync(folder)
  if (names.length <= KEPT) return
  const files = names.map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
  for (const { path } of files.toSorted((a, b) => b.at - a.at).slice(KEPT)) rmSync(path, { force: true })
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
