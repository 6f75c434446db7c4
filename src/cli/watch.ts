import { existsSync, type FSWatcher, realpathSync, statSync, watch as watchFolder } from 'node:fs'
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
    const watchers = new Map<string, Watched>()
    const own = always.map((path) => resolve(path))
    let watched: ReadonlySet<string> = new Set(own)
    const changed = new Set<string>()
    let timer: NodeJS.Timeout | undefined
    // No file has been read before the first run, so that none has changed since.
    let startedAt = Infinity
    let isRunning = false
    let isStale = false
    let isStopped = false

    const stopWatching = (folder: string): void => {
      watchers.get(folder)?.watcher.close()
      watchers.delete(folder)
    }
    const onChange = (folder: string, name: string | null): void => {
      // The event for the removal of the folder itself, after which its watcher is of no use, has its name.
      const isRemoved = name === basename(folder)
      if (isRemoved) stopWatching(folder)
      const affected = [...watched].filter((file) =>
        isRemoved ? dirname(file) === folder : name !== null && isAffected(file, folder, name),
      )
      if (name !== null && affected.length === 0) return
      for (const file of affected) changed.add(file)
      clearTimeout(timer)
      timer = setTimeout(start, DEBOUNCE_MS)
    }
    const follow = (files: ReadonlySet<string>): void => {
      if (isStopped) return
      watched = new Set([...own, ...files].flatMap((file) => [file, targetOf(file)]))
      const folders = new Set([...watched].map((file) => nearestFolder(dirname(file))))
      for (const [folder, { id }] of watchers)
        if (!folders.has(folder) || id !== idOf(folder)) stopWatching(folder)
      for (const folder of folders) {
        if (watchers.has(folder)) continue
        const id = idOf(folder)
        const watcher = watchFolder(folder, (_event, name) => onChange(folder, name))
        watcher.on('error', () => watchers.delete(folder))
        watchers.set(folder, { watcher, id })
        // Nobody watched the folder while the files were read.
        for (const file of watched)
          if (dirname(file) === folder && hasChanged(file, startedAt)) onChange(folder, basename(file))
      }
    }
    const start = (): void => {
      isStale = isRunning
      if (isRunning) return
      isRunning = true
      startedAt = Date.now()
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
      for (const { watcher } of watchers.values()) watcher.close()
      done(EXIT.done)
    })
    follow(new Set())
    start()
  })
}

interface Watched {
  readonly watcher: FSWatcher
  /** The watched folder. Another one with its path, as after checking out another branch, needs another watcher. */
  readonly id: string
}

function idOf(folder: string): string {
  const { dev, ino } = statSync(folder, { throwIfNoEntry: false }) ?? { dev: 0, ino: 0 }
  return `${dev}:${ino}`
}

/** @param since in milliseconds since 1970 */
function hasChanged(file: string, since: number): boolean {
  return existsSync(file) && (statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0) > since
}

/** Returns the file to which a symbolic link leads. */
function targetOf(file: string): string {
  return existsSync(file) ? realpathSync(file) : file
}

/** Returns the folder or, if it does not exist yet, its nearest existing parent. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

function isAffected(file: string, folder: string, name: string): boolean {
  const changed = resolve(folder, name)
  return file === changed || (dirname(file) !== folder && file.startsWith(resolve(folder, basename(name))))
}
