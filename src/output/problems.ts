import { relative } from 'node:path'
import { dirname } from 'node:path/posix'
import type { Code } from '../diagnostics/catalogue/index.js'
import type { Collector } from '../diagnostics/collector.js'
import type { Engine } from '../ir/index.js'
import type { Span } from '../source/span.js'
import type { DatabaseStep } from '../stages.js'
import type { Blocked, ChangeSet } from './change-set.js'
import type { Trouble } from './decide.js'
import { errorCode } from './error-code.js'
import type { Folder } from './folder.js'
import { LOCK_PATH, type LockFault } from './lock.js'

/** The output folder as diagnostics name it: relative to the RAML file's folder. */
export interface OutputPlace {
  readonly folder: Folder
  /** Absolute path of the RAML file's folder. */
  readonly apiFolder: string
}

const troubles: Readonly<
  Record<Trouble, { readonly code: Code; message(path: string): string; readonly help: string }>
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
    help: 'Delete it, or name the function in a schema again',
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

/** Reports all that keeps a change set from being applied, and what a person should know of it. */
export function reportChangeSet(
  { decisions, blocked }: ChangeSet,
  place: OutputPlace,
  collector: Collector,
): void {
  for (const { path, trouble } of decisions) {
    if (trouble === null) continue
    const { code, message, help } = troubles[trouble]
    collector.report(code, { message: message(path), at: startOf(path, place), help })
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
  const start = startOf(LOCK_PATH, place)
  const { code, message, help } = faults[kind]
  collector.report(code, { message, at: start === null ? null : { ...start, start: at, end: at }, help })
}

function startOf(path: string, { folder, apiFolder }: OutputPlace): Span | null {
  const found = folder.look(path)
  if (found.kind !== 'file') return null
  const absolute = `${folder.path}/${path}`
  const name = relative(apiFolder, absolute).replaceAll('\\', '/')
  return { file: { path: absolute, name, text: found.text }, start: 0, end: 0 }
}

/** Reports an order for another engine than that of the last run (SPEC 2). */
export function reportOtherEngine(last: Engine, asked: Engine | null, collector: Collector): void {
  if (asked === null || asked === last) return
  collector.report('SVC7015', {
    message: `The project was generated for the engine "${last}", not for "${asked}"`,
    at: null,
    help: `Leave --engine out, or change the engine with --force`,
  })
}

/** Reports each step of a migration that would lose data (SPEC 14). */
export function reportDestructive(steps: readonly DatabaseStep[], collector: Collector): void {
  for (const { step, destructive, fate } of steps) {
    if (!destructive) continue
    collector.report('SVC7016', {
      message: `The database change "${step}" would lose data${fate === null ? '' : `: ${fate}`}`,
      at: null,
      help: 'Name what was renamed with "_renamed_from", or run again with --allow-destructive',
    })
  }
}

/** Reports that no migration is made, as the lock is lost and migrations are there. */
export function reportBlindMigration(collector: Collector): void {
  collector.report('SVC7017', {
    message: 'The lock is lost, so the migrations that stand in the folder are taken to be complete',
    at: null,
    help: 'Bring ".svcgen/lock.json" back from version control; if the stored shape has changed since, write that migration yourself',
  })
}

/** Reports that another run holds the output folder. */
export function reportTaken(
  folder: string,
  turn: { readonly by: number; readonly file: string },
  collector: Collector,
): void {
  collector.report('SVC7035', {
    message: `Another svcgen (process ${turn.by}) is generating into "${folder}"`,
    at: null,
    help: `Wait for it, or end it; if there is no such process, delete "${turn.file}"`,
  })
}

/**
 * Reports that the disk refused.
 * @throws anything that is no error of the file system
 */
export function reportIoError(error: unknown, folder: string, collector: Collector): void {
  const code = errorCode(error)
  const reason = code === null ? undefined : reasons[code]
  if (reason === undefined) throw error
  collector.report('SVC7033', {
    message: `The output folder "${folder}" can't be written: ${reason}`,
    at: null,
    help: 'Mend this and run again: what was begun is then completed',
  })
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'the system does not permit it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'the quota is used up',
  EIO: 'the disk has a fault',
  ENOTDIR: 'a file stands where a folder is needed',
  EISDIR: 'a folder stands where a file is needed',
  EEXIST: 'a file stands where a folder is needed',
  ENAMETOOLONG: 'a name is too long',
  ELOOP: 'symbolic links go round in a circle',
  EXDEV: 'it is spread over several file systems',
  EBUSY: 'a file is in use',
  EMFILE: 'too many files are open',
}

/** Reports an output folder that is a file, in place of one problem per file beneath. */
export function reportNoFolder({ folder }: OutputPlace, collector: Collector): void {
  if (folder.obstacle(LOCK_PATH) !== 'file-for-folder') return
  collector.report('SVC7030', {
    message: `A file stands where the output folder "${folder.path}", or ".svcgen" in it, goes`,
    at: null,
    help: 'Move the file, or choose another output folder',
  })
}
