import type { Collector } from '../../diagnostics/collector.js'
import { FEATURES, type FeatureName } from '../../features.js'
import type { Engine, Service } from '../../ir/index.js'
import type { DatabaseStep } from '../../migrate/index.js'
import type { Span } from '../../source/span.js'
import { errorCode } from '../../source/error-code.js'
import { ADVISORIES } from '../../advisories.js'
import { compareVersions } from '../../version.js'
import type { ChangeSet } from '../compare/change-set.js'
import { type PackageChange, packageChanges, startOf } from '../compare/package-json.js'
import type { Folder } from '../disk/folder.js'

export function reportOtherEngine(last: Engine, asked: Engine | null, collector: Collector): void {
  if (asked === null || asked === last) return
  collector.report('SVC7015', {
    message: `The project was generated for the engine "${last}", not for "${asked}"`,
    at: null,
    help: 'Remove --engine, or change the engine with --force',
  })
}

/** Reports listed features that the engine does not support. */
export function reportFeaturesOfOtherEngine(
  features: readonly FeatureName[],
  engine: Engine,
  collector: Collector,
): void {
  for (const name of features) {
    const { engine: required = engine } = FEATURES[name]
    if (required === engine) continue
    collector.report('SVC7006', {
      message: `The feature "${name}" requires the engine ${required}`,
      at: null,
      help: `Remove "${name}" from the features, or use --engine ${required}`,
    })
  }
}

export function reportUnusableFeatures(
  features: readonly FeatureName[],
  service: Service,
  collector: Collector,
): void {
  for (const name of features) {
    const fault = FEATURES[name].fault?.(service)
    if (fault !== undefined)
      collector.report('SVC7038', {
        message: `The feature "${name}" cannot be added, because ${fault}`,
        at: null,
        help: `Remove "${name}" from the features, or change the API`,
      })
  }
}

/** The locations of models and their fields in the schemas, keyed by `Story` and `Story.title`. */
type Spans = ReadonlyMap<string, Span>

/** Reports each step of a migration that would lose data. */
export function reportDestructive(steps: readonly DatabaseStep[], spans: Spans, collector: Collector): void {
  for (const { step, of, destructive } of steps) {
    if (destructive === null) continue
    collector.report('SVC7016', {
      message: `Database change "${step}" would lose data: ${destructive}`,
      at: spans.get(of ?? '') ?? null,
      help: 'Add "_renamed_from" if the field or model was renamed, or run again with --allow-destructive, or with --amend if the newest migration created it and is applied nowhere',
    })
  }
}

export function reportMissingValues(
  steps: readonly DatabaseStep[],
  spans: Spans,
  collector: Collector,
): void {
  for (const { fieldWithoutValue, removedChoices } of steps) {
    if (removedChoices !== null) {
      const { field, values } = removedChoices
      collector.report('SVC7026', {
        message: `The choices of ${field} change; "npm run migrate" fails if any row has ${values}`,
        at: spans.get(field) ?? null,
        help: 'Add "_backfill": <choice> to its property to replace these values, for example with the new name of a choice',
      })
    }
    if (fieldWithoutValue === null) continue
    collector.report('SVC7024', {
      message: `${fieldWithoutValue} becomes required, but there is no value for existing rows; "npm run migrate" fails if any row has no value`,
      at: spans.get(fieldWithoutValue) ?? null,
      help: 'Add a "default" to the field, or "_backfill": <value> to its property',
    })
  }
}

/** Warns about packages that a run adds to an existing `package.json`, and about versions that it raises. */
export function reportPackages(changes: ChangeSet, folder: Folder, collector: Collector): void {
  const packages = changedPackages(changes, folder)
  const added = packages.flatMap(({ name, from, to }) => (from === null ? [`${name}@${to}`] : []))
  if (added.length > 0) {
    collector.report('SVC7027', {
      message: `Packages added to package.json: ${added.join(', ')}`,
      at: null,
      help: 'Run "npm install" in the output folder',
    })
  }
  const raised = packages.filter(({ from }) => from !== null)
  if (raised.length > 0) {
    const list = raised.map((each) => {
      const why = vulnerabilitiesOf(each)
      return `${each.name} ${each.from} → ${each.to}${why.length === 0 ? '' : ` (fixes ${why.join(', ')})`}`
    })
    collector.report('SVC7039', {
      message: `Versions raised in package.json, because the generated code is not tested with earlier ones: ${list.join('; ')}`,
      at: null,
      help: 'Run "npm install" in the output folder',
    })
  }
}

/** Returns the packages that a run adds to an existing `package.json`, or whose range it raises. */
export function changedPackages({ decisions }: ChangeSet, folder: Folder): readonly PackageChange[] {
  const content = decisions.find(({ path, action }) => path === PACKAGE && action === 'updated')?.content
  const found = folder.look(PACKAGE)
  if (content === undefined || content === null || found.kind !== 'file') return []
  return packageChanges(found.text, content)
}

const PACKAGE = 'package.json'

/** Returns the known vulnerabilities that a package can have with its former range. */
function vulnerabilitiesOf({ name, from }: PackageChange): readonly string[] {
  const start = startOf(from)
  if (start === null) return []
  return Object.entries(ADVISORIES[name] ?? {}).flatMap(([id, fixedIn]) =>
    compareVersions(start.version, fixedIn) < 0 ? [id] : [],
  )
}

export function reportFolderInUse(
  folder: string,
  { by, file }: { readonly by: number; readonly file: string },
  collector: Collector,
): void {
  collector.report('SVC7035', {
    message: `Another svcgen process (ID ${by}) is generating into "${folder}"`,
    at: null,
    help: `Wait for the process or stop it; if it no longer exists, delete "${file}"`,
  })
}

/** Reports a file system error. Throws any other error. */
export function reportIoError(error: unknown, folder: string, collector: Collector): void {
  const code = errorCode(error)
  const reason = code === null ? undefined : reasons[code]
  if (reason === undefined || !isAboutFolder(error, folder)) throw error
  collector.report('SVC7033', {
    message: `Cannot use the folder "${folder}": ${reason}`,
    at: null,
    help: 'Fix the problem, and run svcgen again to complete the changes',
  })
}

/** Returns whether an error may concern the output folder. An error elsewhere is a bug in svcgen. */
function isAboutFolder(error: unknown, folder: string): boolean {
  const path = error instanceof Error && 'path' in error ? error.path : null
  return typeof path !== 'string' || path.startsWith(folder) || folder.startsWith(path)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'a parent folder does not exist',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'disk quota exceeded',
  EIO: 'disk input/output error',
  ENOTDIR: 'expected a folder, found a file',
  EISDIR: 'expected a file, found a folder',
  EEXIST: 'expected a folder, found a file',
  ENAMETOOLONG: 'a name is too long',
  ELOOP: 'cycle of symbolic links',
  EXDEV: 'the folder spans several file systems',
  EBUSY: 'a file is in use',
  EMFILE: 'too many files are open',
}
