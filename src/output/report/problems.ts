import { relative } from 'node:path'
import { dirname } from 'node:path/posix'
import type { Code } from '../../diagnostics/catalogue/index.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Span } from '../../source/span.js'
import type { Blocked, ChangeSet } from '../compare/change-set.js'
import type { Problem } from '../compare/decide.js'
import type { EmittedFile } from '../file.js'
import type { Folder } from '../disk/folder.js'
import { LOCK_PATH, type LockFault } from '../lock/lock.js'

/** The output folder as diagnostics name it: relative to the RAML file's folder. */
export interface OutputPlace {
  readonly folder: Folder
  /** Absolute path of the RAML file's folder. */
  readonly apiFolder: string
}

const troubles: Readonly<
  Record<Problem, { readonly code: Code; message(path: string): string; readonly help: string }>
> = {
  'hand-edit': {
    code: 'SVC7010',
    message: (path) => `The generated file "${path}" was edited by hand`,
    help: 'Move the change to a file of yours, or run again with --force to give it up',
  },
  'in-the-way': {
    code: 'SVC7011',
    message: (path) => `"${path}" stands where a generated file goes, and svcgen does not know it as its own`,
    help: 'Choose another output folder, move the file, or run again with --force to overwrite it',
  },
  'edited-orphan': {
    code: 'SVC7012',
    message: (path) => `"${path}" is no longer generated, and is kept because it was edited by hand`,
    help: 'Delete it, or run again with --force',
  },
  'edited-stub': {
    code: 'SVC7013',
    message: (path) =>
      `No schema names the function in "${path}" any more; it is kept because it holds your code`,
    help: 'Delete it; where the function has a new name, move the code to the new file first. As it stands the project does not type-check',
  },
  'edited-scaffold': {
    code: 'SVC7018',
    message: (path) => `"${path}" is kept as you edited it; svcgen would write it differently now`,
    help: 'Take over what you need of the difference (svcgen plan shows it); or delete the file, and --force writes it anew',
  },
  'lost-migration': {
    code: 'SVC7014',
    message: (path) => `The migration "${path}" is missing`,
    help: 'Bring it back from version control: migrations are not made again',
  },
  'broken-package': {
    code: 'SVC7036',
    message: (path) => `"${path}" is no JSON object, so that the dependencies can't be put in`,
    help: 'Mend the file, or delete it and run again with --force',
  },
}

const obstacles: Readonly<Record<Blocked['by'], { readonly code: Code; message(blocked: Blocked): string }>> =
  {
    'file-for-folder': {
      code: 'SVC7030',
      message: ({ path }) =>
        `"${path}" can't be written, because a file stands where one of its folders goes`,
    },
    'folder-for-file': {
      code: 'SVC7031',
      message: ({ path }) => `A folder stands where the file "${path}" goes`,
    },
    'leads-out': {
      code: 'SVC7032',
      message: ({ path }) => `A symbolic link leads "${path}" out of the output folder`,
    },
    unreadable: { code: 'SVC7033', message: ({ path }) => `"${path}" can't be read` },
    'read-only': {
      code: 'SVC7033',
      message: ({ path }) => `The folder "${dirname(path)}" can't be written to`,
    },
    'differs-in-case': {
      code: 'SVC7034',
      message: ({ path, other }) => `"${other}" and "${path}" differ in case only`,
    },
  }

/** Reports all that keeps a change set from being applied, and what a person should know of it. An edit is shown where it begins. */
export function reportChangeSet(
  { decisions, blocked }: ChangeSet,
  emitted: ReadonlyMap<string, EmittedFile>,
  place: OutputPlace,
  collector: Collector,
): void {
  for (const { path, trouble } of decisions) {
    if (trouble === null) continue
    const { code, message, help } = troubles[trouble]
    collector.report(code, {
      message: message(path),
      at: spotIn(path, emitted.get(path)?.text ?? null, place),
      help,
    })
  }
  for (const problem of blocked) {
    const { code, message } = obstacles[problem.by]
    collector.report(code, {
      message: message(problem),
      at: null,
      help: `The output folder is "${place.folder.path}"`,
    })
  }
}

const faults: Readonly<
  Record<LockFault['kind'], { readonly code: Code; readonly message: string; readonly help: string }>
> = {
  conflicted: {
    code: 'SVC7021',
    message: `"${LOCK_PATH}" has a merge conflict`,
    help: 'Take either side whole, then run svcgen generate --force',
  },
  newer: {
    code: 'SVC7022',
    message: `"${LOCK_PATH}" was written by a newer svcgen`,
    help: 'Use the newer version',
  },
  broken: {
    code: 'SVC7020',
    message: `"${LOCK_PATH}" is broken`,
    help: 'Bring it back from version control, or delete it and run svcgen generate --force: files of yours stay',
  },
}

/** Reports a lock that can't be used, with the way out. */
export function reportLockFault({ kind, at }: LockFault, place: OutputPlace, collector: Collector): void {
  const start = spotIn(LOCK_PATH, null, place)
  const { code, message, help } = faults[kind]
  collector.report(code, { message, at: start === null ? null : { ...start, start: at, end: at }, help })
}

/** The place in a file of the output folder where it first differs from what it should be; its start where that is not known. */
function spotIn(path: string, wanted: string | null, place: OutputPlace): Span | null {
  const found = place.folder.look(path)
  if (found.kind !== 'file') return null
  const at = wanted === null ? 0 : firstDifference(found.text, wanted)
  return spanIn(path, found.text, { at, length: 0 }, place)
}

/** A place in a file of the output folder, as diagnostics show it. */
export function spanIn(
  path: string,
  text: string,
  { at, length }: { readonly at: number; readonly length: number },
  { folder, apiFolder }: { readonly folder: Pick<Folder, 'path'>; readonly apiFolder: string },
): Span {
  const absolute = `${folder.path}/${path}`
  const name = relative(apiFolder, absolute).replaceAll('\\', '/')
  return { file: { path: absolute, name, text }, start: at, end: at + length }
}

/** Reports an output folder that is a file, or a `.svcgen` that leads out of it, in place of one problem per file. */
export function reportNoFolder({ folder }: OutputPlace, collector: Collector): void {
  const by = folder.obstacle(LOCK_PATH)
  if (by !== 'file-for-folder' && by !== 'leads-out') return
  const message =
    by === 'file-for-folder'
      ? `A file stands where the output folder "${folder.path}", or ".svcgen" in it, goes`
      : `".svcgen" leads out of the output folder "${folder.path}"`
  collector.report(obstacles[by].code, {
    message,
    at: null,
    help: 'Move it, or choose another output folder',
  })
}

function firstDifference(text: string, wanted: string): number {
  const length = Math.min(text.length, wanted.length)
  for (let at = 0; at < length; at++) if (text[at] !== wanted[at]) return at
  return length
}
