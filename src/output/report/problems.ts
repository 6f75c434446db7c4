import { relative } from 'node:path'
import { dirname } from 'node:path/posix'
import type { Code } from '../../diagnostics/catalog/index.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Span } from '../../source/span.js'
import type { Blocked, ChangeSet } from '../compare/change-set.js'
import type { Problem } from '../compare/decide.js'
import type { EmittedFile } from '../file.js'
import type { Folder } from '../disk/folder.js'
import { LOCK_PATH, type LockFault } from '../lock/lock.js'
import { readVersion } from '../../version.js'

/** The output folder. Diagnostics show its paths relative to the RAML file's folder. */
export interface OutputLocation {
  readonly folder: Folder
  /** Absolute path of the RAML file's folder. */
  readonly apiFolder: string
}

const fileProblems: Readonly<
  Record<Problem, { readonly code: Code; message(path: string): string; readonly help: string }>
> = {
  'hand-edit': {
    code: 'SVC7010',
    message: (path) => `Generated file "${path}" was edited`,
    help: 'Move the edits to one of your own files, or run again with --force to discard them',
  },
  'not-ours': {
    code: 'SVC7011',
    message: (path) => `Generated file "${path}" would overwrite a file that svcgen did not create`,
    help: 'Choose another output folder, move the file, or run again with --force to overwrite it',
  },
  'edited-orphan': {
    code: 'SVC7012',
    message: (path) => `"${path}" is no longer generated; it is kept because it was edited`,
    help: 'Delete it, or run again with --force to remove it',
  },
  'edited-stub': {
    code: 'SVC7013',
    message: (path) =>
      `The API no longer uses the function in "${path}"; the file is kept because it contains your code`,
    help: 'If the function was renamed, move its code. Then delete the file; until you do, the project will not type-check',
  },
  'moved-stub': {
    code: 'SVC7037',
    message: (path) => `The function of an action has a new name, so its file is now "${path}"`,
    help: 'The file contains your code; only the name in registry.action is different',
  },
  'edited-scaffold': {
    code: 'SVC7018',
    message: (path) => `"${path}" contains your edits and is kept; svcgen would now generate it differently`,
    help: 'Apply the changes that you need (svcgen plan shows them), or delete the file and run again with --force',
  },
  'missing-migration': {
    code: 'SVC7014',
    message: (path) => `Migration "${path}" is missing`,
    help: 'Restore it from version control; svcgen never regenerates a migration',
  },
  'broken-package': {
    code: 'SVC7036',
    message: (path) => `"${path}" is not a JSON object, so dependencies cannot be added`,
    help: 'Fix the file, or delete it and run again with --force',
  },
}

const obstacles: Readonly<Record<Blocked['by'], { readonly code: Code; message(blocked: Blocked): string }>> =
  {
    'file-for-folder': {
      code: 'SVC7030',
      message: ({ path }) => `Cannot write "${path}", because one of its parent folders is a file`,
    },
    'folder-for-file': {
      code: 'SVC7031',
      message: ({ path }) => `Cannot write "${path}", because it is a folder`,
    },
    'outside-link': {
      code: 'SVC7032',
      message: ({ path }) =>
        `Cannot write "${path}", because a symbolic link points outside the output folder`,
    },
    unreadable: { code: 'SVC7033', message: ({ path }) => `Cannot read "${path}"` },
    'read-only': {
      code: 'SVC7033',
      message: ({ path }) => `Cannot write to the folder "${dirname(path)}"`,
    },
    'differs-in-case': {
      code: 'SVC7034',
      message: ({ path, other }) => `"${other}" and "${path}" differ only in case`,
    },
  }

/**
 * Reports errors that prevent a change set from being applied, and warnings about it. A problem with an edited file is
 * reported at the first difference from the expected text.
 */
export function reportChangeSet(
  { decisions, blocked }: ChangeSet,
  emitted: ReadonlyMap<string, EmittedFile>,
  location: OutputLocation,
  collector: Collector,
): void {
  for (const { path, problem } of decisions) {
    if (problem === null) continue
    const { code, message, help } = fileProblems[problem]
    collector.report(code, {
      message: message(path),
      at: differenceIn(path, emitted.get(path)?.text ?? null, location),
      help,
    })
  }
  for (const problem of blocked) {
    const { code, message } = obstacles[problem.by]
    collector.report(code, {
      message: message(problem),
      at: null,
      help: `Check the output folder "${location.folder.path}"`,
    })
  }
}

interface FaultReport {
  readonly code: Code
  readonly message: string
  readonly help: string
}

const faults: Readonly<Record<LockFault['kind'], (writer: string) => FaultReport>> = {
  conflicted: () => ({
    code: 'SVC7021',
    message: `"${LOCK_PATH}" has a merge conflict`,
    help: 'Choose either side, then run svcgen generate --force',
  }),
  newer: (writer) => ({
    code: 'SVC7022',
    message: `The project was generated by svcgen ${writer}, which is newer than svcgen ${readVersion()}`,
    help: `Upgrade svcgen (npm install --save-dev svcgen@${writer}), or restore the project as generated by this version from version control`,
  }),
  broken: () => ({
    code: 'SVC7020',
    message: `"${LOCK_PATH}" is corrupted`,
    help: 'Restore it from version control, or delete it and run svcgen generate --force; your own files are kept',
  }),
}

export function reportLockFault(
  { kind, at, writer = 'latest' }: LockFault,
  location: OutputLocation,
  collector: Collector,
): void {
  const start = differenceIn(LOCK_PATH, null, location)
  const { code, message, help } = faults[kind](writer)
  collector.report(code, { message, at: start === null ? null : { ...start, start: at, end: at }, help })
}

/** Returns the first difference between a file and its expected text, or its start if that text is unknown. */
function differenceIn(path: string, wanted: string | null, location: OutputLocation): Span | null {
  const found = location.folder.look(path)
  if (found.kind !== 'file') return null
  const at = wanted === null ? 0 : firstDifference(found.text, wanted)
  return spanIn(path, found.text, { at, length: 0 }, location)
}

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

/**
 * Reports that the output folder or `.svcgen` is a file, or that `.svcgen` is a link that points outside the output
 * folder. This is reported as a single problem instead of one for each file.
 */
export function reportNoFolder({ folder }: OutputLocation, collector: Collector): void {
  const by = folder.obstacle(LOCK_PATH)
  if (by !== 'file-for-folder' && by !== 'outside-link') return
  const message =
    by === 'file-for-folder'
      ? `The output folder "${folder.path}", or ".svcgen" in it, is a file`
      : `".svcgen" points outside the output folder "${folder.path}"`
  collector.report(obstacles[by].code, {
    message,
    at: null,
    help: 'Move the file or link, or choose another output folder',
  })
}

function firstDifference(text: string, wanted: string): number {
  const length = Math.min(text.length, wanted.length)
  for (let at = 0; at < length; at++) if (text[at] !== wanted[at]) return at
  return length
}
