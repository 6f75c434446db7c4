import type { Collector } from '../../diagnostics/collector.js'
import type { Engine } from '../../ir/index.js'
import type { DatabaseStep } from '../../migrate/index.js'
import { errorCode } from '../../source/error-code.js'

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

/** Reports that another run is using the output folder. */
export function reportFolderInUse(
  folder: string,
  { by, file }: { readonly by: number; readonly file: string },
  collector: Collector,
): void {
  collector.report('SVC7035', {
    message: `Another svcgen (process ${by}) is generating into "${folder}"`,
    at: null,
    help: `Wait for it, or stop it; if there is no such process, delete "${file}"`,
  })
}

/**
 * Reports that the disk refused.
 * @throws anything that is no error of the file system
 */
export function reportIoError(error: unknown, folder: string, collector: Collector): void {
  const code = errorCode(error)
  const reason = code === null ? undefined : reasons[code]
  if (reason === undefined || !concerns(error, folder)) throw error
  collector.report('SVC7033', {
    message: `The folder "${folder}" can't be used: ${reason}`,
    at: null,
    help: 'Mend this and run again: what was begun is then completed',
  })
}

/** Node's errors name the path; one elsewhere (a template of svcgen's own) is a fault of svcgen. */
function concerns(error: unknown, folder: string): boolean {
  const path = error instanceof Error && 'path' in error ? error.path : null
  return typeof path !== 'string' || path.startsWith(folder) || folder.startsWith(path)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no folder can be made there',
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
