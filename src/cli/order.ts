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
 * @throws UsageError without an output folder
 */
export function orderOf(api: string, flags: OrderFlags): Order {
  if (flags.out === undefined || flags.out === '') {
    throw new UsageError(`required option '-o, --out <dir>' not specified`)
  }
  return {
    api,
    out: flags.out,
    engine: flags.engine ?? null,
    includeRoot: flags.includeRoot ?? null,
    force: flags.force === true,
    allowDestructive: flags.allowDestructive === true,
  }
}
