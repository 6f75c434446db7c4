import { statSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { didYouMean } from '../diagnostics/nearest.js'
import { FEATURE_NAMES, type FeatureName } from '../features.js'
import type { Engine } from '../ir/index.js'
import type { RunOptions } from '../run.js'
import { UsageError } from './exit.js'

export interface RunFlags {
  readonly out?: string
  readonly engine?: Engine
  readonly features?: readonly FeatureName[]
  readonly includeRoot?: string
  readonly force?: boolean
  readonly allowDestructive?: boolean
  readonly amend?: boolean
}

/**
 * Converts a command's flags, which include the values from the configuration file, to the options for a run.
 * @throws UsageError if no output folder is given, or if `--include-root` is not a folder
 */
export function runOptionsOf(api: string, flags: RunFlags): RunOptions {
  if (flags.out === undefined || flags.out === '') {
    throw new UsageError(
      'required option \'-o, --out <dir>\' not specified\nAdd -o <dir>, or "out" in svcgen.config.json',
    )
  }
  return {
    api,
    out: flags.out,
    engine: flags.engine ?? null,
    features: flags.features ?? null,
    includeRoot: includeRootOf(flags),
    force: flags.force === true,
    allowDestructive: flags.allowDestructive === true,
    amend: () => flags.amend === true,
  }
}

/**
 * Parses the value of `--features`, names separated by commas. An empty value means none.
 * @throws InvalidArgumentError for an unknown name
 */
export function parseFeatures(text: string): readonly FeatureName[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.map((name) => {
    const known = FEATURE_NAMES.find((each) => each === name)
    if (known !== undefined) return known
    const help = didYouMean(name, FEATURE_NAMES) ?? `Use ${FEATURE_NAMES.join(', ')}`
    throw new InvalidArgumentError(`Unknown feature "${name}". ${help}`)
  })
}

/**
 * Returns the value of `--include-root`, an additional folder from which files may be included, or null if it is not
 * set.
 * @throws UsageError if the value is not a folder
 */
export function includeRootOf({ includeRoot }: Pick<RunFlags, 'includeRoot'>): string | null {
  if (includeRoot === undefined) return null
  if (includeRoot === '' || statSync(includeRoot, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--include-root '${includeRoot}' is not a folder`)
  return includeRoot
}
