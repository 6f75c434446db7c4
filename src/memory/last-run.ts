import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Collector } from '../diagnostics/collector.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Origins } from '../analyse/edited-model.js'
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
import type { Understood } from '../stages.js'
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
export interface LastRun {
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
  /** Null where secrets stand in the RAML, which are nowhere kept. */
  readonly origins: Origins | null
}

/** A file of the input. */
interface Input {
  readonly path: string
  readonly name: string
  /** Where symbolic links lead. */
  readonly real: string
  readonly hash: string
}

/** What is known of the last run, and what became of its input since. */
export interface Recollection {
  readonly last: LastRun
  /** The files of the input as they are now, by path. */
  readonly inputs: ReadonlyMap<string, SourceFile>
  /** Those that are not as they were. */
  readonly edited: readonly string[]
}

/** The last run of the same svcgen with the same orders; null where there was none, or where a file of its input is gone or leads elsewhere. */
export function recollect(asked: Asked, memory: Memory): Recollection | null {
  const last = lastRunOf(asked, memory)
  const inputs = last === null ? null : asTheyAre(last.inputs)
  if (last === null || inputs === null) return null
  const edited = last.inputs.filter(({ path, hash }) => inputs.get(path)?.hash !== hash)
  return {
    last,
    inputs: new Map([...inputs].map(([path, { file }]) => [path, file])),
    edited: edited.map(({ path }) => path),
  }
}

/**
 * The change set of a run that would do nothing, found without reading the input for its meaning: svcgen, what is asked of it, all files of the
 * input, the lock and all files of the lock are as the last run left them. The diagnostics of that run are reported again. Null in any doubt.
 * @param isCheck a run that took the lock's word is not enough, and nothing is said of the output folder
 */
export function recallRun(
  { last, inputs, edited }: Recollection,
  {
    collector,
    filesRead,
    folder,
    isCheck = false,
  }: {
    readonly collector: Collector
    readonly filesRead: Set<string>
    readonly folder: Folder
    readonly isCheck?: boolean
  },
): ChangeSet | null {
  if (edited.length > 0 || (isCheck && !last.isRendered)) return null
  const lock = folder.look(LOCK_PATH)
  if (lock.kind !== 'file' || lock.hash !== last.lock || isUnfinished(folder)) return null
  const kept = unchanged(last.kept)
  if (kept === null) return null

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
    readonly understood: Understood
    readonly folder: Folder
    readonly changes: ChangeSet
    /** SHA-256 of the lock. */
    readonly lockHash: string
    readonly isRendered: boolean
    readonly recollection: Recollection | null
  },
): void {
  const { service, secrets } = run.understood
  const origins = secrets.size === 0 ? run.understood.origins : null
  const ofOutput = run.all.filter((diagnostic) => !run.ofInput.includes(diagnostic))
  const kept = keptFiles(asked, run.changes, run.folder)
  const paths = new Set([...run.texts, ...kept].map(({ path }) => path))
  const isWhole = filesOf(run.all).every(({ path }) => paths.has(path))
  if (run.texts.length === 0 || !isWhole || (ofOutput.length > 0 && run.isRendered)) return
  const last: LastRun = {
    tool: toolMark(),
    asked: askedText(asked),
    inputs: inputsOf(run.texts, run.recollection),
    kept: kept.map(inputOf),
    ofInput: run.ofInput.map(stored),
    ofOutput: ofOutput.map(stored),
    lock: run.lockHash,
    functions: service.handlers.map(({ file }) => file),
    isRendered: run.isRendered,
    origins,
  }
  memory.write(keyOf(asked), JSON.stringify(last))
  if (origins === null) return
  const schemas = run.texts.filter(({ path }) => path in origins.schemas)
  const lengths = schemas.map(({ path, text }): SchemaLength => [path, text.length])
  memory.write(schemasKey(asked), `${JSON.stringify(lengths)}\n${schemas.map(({ text }) => text).join('')}`)
}

/** How long the text of a schema's file is; the texts follow one another. */
type SchemaLength = readonly [path: string, length: number]

/** The texts of some schemas' files as the last run read them, by path. */
export function formerSchemas(
  paths: readonly string[],
  asked: Asked,
  memory: Memory,
): ReadonlyMap<string, string> {
  const kept = memory.read(schemasKey(asked)) ?? ''
  let start = kept.indexOf('\n') + 1
  const lengths: readonly SchemaLength[] = parsed(kept.slice(0, start)) ?? []
  const texts = new Map<string, string>()
  for (const [path, length] of lengths) {
    if (paths.includes(path)) texts.set(path, kept.slice(start, start + length))
    start += length
  }
  return texts
}

/** Of the files that are as the last run read them, it is known already. */
function inputsOf(texts: readonly SourceFile[], recollection: Recollection | null): readonly Input[] {
  const edited = new Set(recollection?.edited)
  const known = new Map(recollection?.last.inputs.map((input) => [input.path, input]))
  return texts.map((file) => {
    const isAsBefore = recollection?.inputs.get(file.path) === file && !edited.has(file.path)
    return (isAsBefore ? known.get(file.path) : undefined) ?? inputOf(file)
  })
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
  const last: LastRun | null = parsed(text)
  return last !== null && last.tool === toolMark() && last.asked === askedText(asked) ? last : null
}

/** The memory is written in one step and by svcgen alone; what is no JSON says nothing. */
function parsed<T>(text: string): T | null {
  try {
    const value: T = JSON.parse(text)
    return value
  } catch {
    return null
  }
}

function keyOf({ api, out }: Asked): string {
  return JSON.stringify([resolve(api), resolve(out)])
}

function schemasKey(asked: Asked): string {
  return `schemas ${keyOf(asked)}`
}

function askedText({ api, out, engine, includeRoot }: Asked): string {
  const root = includeRoot === null ? null : resolve(includeRoot)
  return JSON.stringify([resolve(api), resolve(out), engine, root, root === null ? null : realOf(root)])
}

/** The files by path; null where one is not what it was. */
function unchanged(inputs: readonly Input[]): ReadonlyMap<string, SourceFile> | null {
  const files = asTheyAre(inputs)
  if (files === null || inputs.some(({ path, hash }) => files.get(path)?.hash !== hash)) return null
  return new Map([...files].map(([path, { file }]) => [path, file]))
}

/** The files by path; null where one is not there, or leads elsewhere. */
function asTheyAre(
  inputs: readonly Input[],
): ReadonlyMap<string, { readonly file: SourceFile; readonly hash: string }> | null {
  const files = new Map<string, { file: SourceFile; hash: string }>()
  for (const { path, name, real } of inputs) {
    const read = readTextFile(path, name)
    if (!('file' in read) || realOf(path) !== real) return null
    files.set(path, { file: read.file, hash: hashOf(read.file.text) })
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
