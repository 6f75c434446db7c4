import { statSync } from 'node:fs'
import type { Engine } from '../ir/index.js'
import type { RunOptions } from '../run.js'
import { UsageError } from './exit.js'

/** The flags of a run that emits. */
export interface RunFlags {
  readonly out?: string
  readonly engine?: Engine
  readonly includeRoot?: string
  readonly force?: boolean
  readonly allowDestructive?: boolean
}

/**
 * Returns the options of a run, those of the configuration file included.
 * @throws UsageError without an output folder, or if `--include-root` is not a folder
 */
export function runOptionsOf(api: string, flags: RunFlags): RunOptions {
  if (flags.out === undefined || flags.out === '') {
    throw new UsageError(`required option '-o, --out <dir>' not specified`)
  }
  return {
    api,
    out: flags.out,
    engine: flags.engine ?? null,
    includeRoot: includeRootOf(flags),
    force: flags.force === true,
    allowDestructive: flags.allowDestructive === true,
  }
}

/**
 * The further folder that includes may reach, null without one.
 * @throws UsageError where it is no folder
 */
export function includeRootOf({ includeRoot }: Pick<RunFlags, 'includeRoot'>): string | null {
  if (includeRoot === undefined) return null
  if (includeRoot === '' || statSync(includeRoot, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--include-root '${includeRoot}' is no folder`)
  return includeRoot
}
