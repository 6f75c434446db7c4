import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Collector } from '../diagnostics/collector.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Service } from '../ir/index.js'
import type { ChangeSet } from '../output/change-set.js'
import type { Folder } from '../output/folder.js'
import { hashOf } from '../output/hash.js'
import { JOURNAL_PATH } from '../output/journal.js'
import { makeLedger } from '../output/ledger.js'
import { filesOfLock, LOCK_PATH } from '../output/lock.js'
import { spanIn } from '../output/problems.js'
import { pathsThat } from '../output/paths-that.js'
import { settledChangeSet } from '../output/settled.js'
import { STAGE } from '../output/stage.js'
import { readTextFile } from '../source/read-file.js'
import type { SourceFile } from '../source/span.js'
import type { Memory } from './memory.js'
import { filesOf, replay, stored, type StoredDiagnostic } from './stored-diagnostic.js'
import { toolMark } from '../tool-mark.js'

/** What is asked of a run, as far as it decides what comes of it. Paths may be relative to the working folder. */
export interface Asked {
  readonly api: string
  readonly out: string
  readonly engine: string | null
  readonly includeRoot: string | null
}

/** A run that ended well, as it is kept: all that went in, and the lock that came out. */
interface LastRun {
  readonly tool: string
  readonly asked: string
  readonly inputs: readonly Input[]
  /** Files of the output folder that the user has changed, which may do so: something may have been said of them. */
  readonly kept: readonly Input[]
  /** What there was to say of the input. */
  readonly ofInput: readonly StoredDiagnostic[]
  /** What there was to say of the output folder. */
  readonly ofOutput: readonly StoredDiagnostic[]
  /** SHA-256 of the lock. */
  readonly lock: string
  /** Files of the functions that the input names. */
  readonly functions: readonly string[]
  /** All files were rendered and compared; else the lock's word was taken for those that the run before had made. */
  readonly isRendered: boolean
}

/** A file of the input. */
interface Input {
  readonly path: string
  readonly name: string
  /** Where symbolic links lead. */
  readonly real: string
  readonly hash: string
}

/**
 * The change set of a run that would do nothing, found without reading the input for its meaning: svcgen, what is asked of it, all files of the
 * input, the lock and all files of the lock are as the last run left them. The diagnostics of that run are reported again. Null in any doubt.
 * @param isCheck a run that took the lock's word is not enough, and nothing is said of the output folder
 */
export function recallRun(
  asked: Asked,
  {
    memory,
    collector,
    filesRead,
    folder,
    isCheck = false,
  }: {
    readonly memory: Memory
    readonly collector: Collector
    readonly filesRead: Set<string>
    readonly folder: Folder
    readonly isCheck?: boolean
  },
): ChangeSet | null {
  const last = lastRunOf(asked, memory)
  if (last === null || (isCheck && !last.isRendered)) return null
  const lock = folder.look(LOCK_PATH)
  if (lock.kind !== 'file' || lock.hash !== last.lock || isUnfinished(folder)) return null
  const inputs = unchanged(last.inputs)
  const kept = unchanged(last.kept)
  if (inputs === null || kept === null) return null

  const changes = settledChangeSet(new Set(last.functions), makeLedger(filesOfLock(lock.text), []), folder)
  if (changes === null || !isKeptAsBefore(changes, kept, folder)) return null
  const files = new Map([...inputs, ...kept])
  replay([...last.ofInput, ...(isCheck ? [] : last.ofOutput)], files, collector)
  for (const path of inputs.keys()) filesRead.add(path)
  return changes
}

/**
 * Keeps a run that ended well, for {@link recallRun}. Not where a run that rendered said something of the output folder: the next one may not, as
 * it finds another lock.
 */
export function rememberRun(
  asked: Asked,
  memory: Memory,
  run: {
    /** The files of the input, as they were read. */
    readonly texts: readonly SourceFile[]
    /** What there was to say of the input, and in all. */
    readonly ofInput: readonly Diagnostic[]
    readonly all: readonly Diagnostic[]
    readonly service: Service
    readonly folder: Folder
    readonly changes: ChangeSet
    readonly lockText: string
    readonly isRendered: boolean
  },
): void {
  const ofOutput = run.all.filter((diagnostic) => !run.ofInput.includes(diagnostic))
  const kept = keptFiles(asked, run.changes, run.folder)
  const paths = new Set([...run.texts, ...kept].map(({ path }) => path))
  const isWhole = filesOf(run.all).every(({ path }) => paths.has(path))
  if (run.texts.length === 0 || !isWhole || (ofOutput.length > 0 && run.isRendered)) return
  const last: LastRun = {
    tool: toolMark(),
    asked: askedText(asked),
    inputs: run.texts.map(inputOf),
    kept: kept.map(inputOf),
    ofInput: run.ofInput.map(stored),
    ofOutput: ofOutput.map(stored),
    lock: hashOf(run.lockText),
    functions: run.service.handlers.map(({ file }) => file),
    isRendered: run.isRendered,
  }
  memory.write(keyOf(asked), JSON.stringify(last))
}

function inputOf({ path, name, text }: SourceFile): Input {
  return { path, name, real: realOf(path), hash: hashOf(text) }
}

/** The files that the user has changed and that stay so, as diagnostics have them. */
function keptFiles({ api }: Asked, changes: ChangeSet, folder: Folder): readonly SourceFile[] {
  const place = { folder, apiFolder: dirname(resolve(api)) }
  return pathsThat('kept', changes).flatMap((path) => {
    const found = folder.look(path)
    return found.kind === 'file' ? [spanIn(path, found.text, { at: 0, length: 0 }, place).file] : []
  })
}

function isKeptAsBefore(changes: ChangeSet, kept: ReadonlyMap<string, SourceFile>, folder: Folder): boolean {
  const paths = pathsThat('kept', changes)
  return paths.length === kept.size && paths.every((path) => kept.has(`${folder.path}/${path}`))
}

function lastRunOf(asked: Asked, memory: Memory): LastRun | null {
  const text = memory.read(keyOf(asked))
  if (text === null) return null
  const last = parsed(text)
  return last !== null && last.tool === toolMark() && last.asked === askedText(asked) ? last : null
}

/** The memory is written in one step and by svcgen alone; what is no JSON says nothing. */
function parsed(text: string): LastRun | null {
  try {
    const last: LastRun = JSON.parse(text)
    return last
  } catch {
    return null
  }
}

function keyOf({ api, out }: Asked): string {
  return JSON.stringify([resolve(api), resolve(out)])
}

function askedText({ api, out, engine, includeRoot }: Asked): string {
  const root = includeRoot === null ? null : resolve(includeRoot)
  return JSON.stringify([resolve(api), resolve(out), engine, root, root === null ? null : realOf(root)])
}

/** The files by path; null where one is not what it was. */
function unchanged(inputs: readonly Input[]): ReadonlyMap<string, SourceFile> | null {
  const files = new Map<string, SourceFile>()
  for (const { path, name, real, hash } of inputs) {
    const read = readTextFile(path, name)
    if (!('file' in read) || hashOf(read.file.text) !== hash || realOf(path) !== real) return null
    files.set(path, read.file)
  }
  return files
}

/** A run was killed, and there is something to complete or to clear. */
function isUnfinished(folder: Folder): boolean {
  return folder.look(JOURNAL_PATH).kind !== 'absent' || folder.list(STAGE).length > 0
}

/** The path with symbolic links resolved; as it is where that fails. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
