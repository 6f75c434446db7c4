import type { Code } from './diagnostics/catalogue/index.js'
import type { Stages } from './run.js'

/** Codes for parts that may only be missing because other parts could not be read. */
const CONSEQUENCES: readonly Code[] = ['SVC4001']

/** The stages of the tool. Each is loaded when it is needed, so that `--help` and `explain` start quickly. */
export const stages: Stages = {
  async analyse({ api, includeRoot, engine, collector }) {
    const { readApi } = await import('./raml/index.js')
    const { analyse } = await import('./analyse/index.js')
    const read = readApi(api, { includeRoot, collector })
    if (collector.hasErrors) collector.mute(CONSEQUENCES)
    const analysis = read.api === null ? null : analyse(read.api, { engine, collector })
    return { analysis, files: read.files }
  },
  async emit({ service, secrets }, previous, paths) {
    const { emit } = await import('./emit/index.js')
    return emit({ service, secrets, previous, paths })
  },
  async databaseSteps(before, after) {
    const { databaseSteps } = await import('./migrate/index.js')
    return databaseSteps(before, after)
  },
}
