import { existsSync, type FSWatcher, watch as watchFolder } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { EXIT, type ExitCode } from './exit.js'
import type { Environment } from './session.js'

const DEBOUNCE_MS = 40

/**
 * Calls `run` immediately, and again whenever a file that was read changes, until the user stops the process. Folders
 * are watched rather than files, because many editors replace files when they save them.
 * @param always files that are always watched, even if they do not exist
 * @param run receives the absolute paths of the changed files (none on the first run). Before `run` prints anything, it
 * calls `announce` with the paths of the files that it read
 */
export function watch(
  always: readonly string[],
  { terminal }: Environment,
  run: (announce: (files: ReadonlySet<string>) => void, changed: readonly string[]) => Promise<unknown>,
): Promise<ExitCode> {
  return new Promise((done, failed) => {
    const watchers = new Map<string, FSWatcher>()
    const own = always.map((path) => resolve(path))
    let watched: ReadonlySet<string> = new Set(own)
    const changed = new Set<string>()
    let timer: NodeJS.Timeout | undefined
    let isRunning = false
    let isStale = false
    let isStopped = false

    const onChange = (folder: string, name: string | null): void => {
      const affected = [...watched].filter((file) => name !== null && isAffected(file, folder, name))
      if (name !== null && affected.length === 0) return
      for (const file of affected) changed.add(file)
      clearTimeout(timer)
      timer = setTimeout(start, DEBOUNCE_MS)
    }
    const follow = (files: ReadonlySet<string>): void => {
      if (isStopped) return
      watched = new Set([...own, ...files])
      const folders = new Set([...watched].map((file) => nearestFolder(dirname(file))))
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue
        watcher.close()
        watchers.delete(folder)
      }
      for (const folder of folders) {
        if (watchers.has(folder)) continue
        const watcher = watchFolder(folder, (_event, name) => onChange(folder, name))
        watcher.on('error', () => watchers.delete(folder))
        watchers.set(folder, watcher)
      }
    }
    const start = (): void => {
      isStale = isRunning
      if (isRunning) return
      isRunning = true
      const files = [...changed].toSorted()
      changed.clear()
      run(follow, files)
        .then(() => {
          isRunning = false
          if (isStale && !isStopped) start()
        })
        .catch(failed)
    }
    terminal.onStop(() => {
      isStopped = true
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
      done(EXIT.done)
    })
    follow(new Set())
    start()
  })
}

/** Returns the folder or, if it does not exist yet, its nearest existing parent. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

function isAffected(file: string, folder: string, name: string): boolean {
  const changed = resolve(folder, name)
  return file === changed || (dirname(file) !== folder && file.startsWith(resolve(folder, basename(name))))
}
