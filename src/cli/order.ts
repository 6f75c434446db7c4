import { statSync } from 'node:fs'
import type { Engine } from '../ir/index.js'
import type { Order } from '../pipeline.js'
import { UsageError } from './usage-error.js'

/** The options of a run that emits. */
export interface OrderFlags {
  readonly out?: string
  readonly engine?: Engine
  readonly includeRoot?: string
  readonly force?: boolean
  readonly allowDestructive?: boolean
}

/**
 * Makes an order of the options, those of the settings file included.
 * @throws UsageError without an output folder, or where `--include-root` is none
 */
export function orderOf(api: string, flags: OrderFlags): Order {
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
export function includeRootOf({ includeRoot }: Pick<OrderFlags, 'includeRoot'>): string | null {
  if (includeRoot === undefined) return null
  if (includeRoot === '' || statSync(includeRoot, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--include-root '${includeRoot}' is no folder`)
  return includeRoot
}
