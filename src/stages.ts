import type { Stages } from './run.js'

/** The stages of svcgen. Each is loaded when first needed, so that `--help` and `explain` start quickly. */
export const stages: Stages = {
  async analyze({ api, includeRoot, engine, collector }) {
    const { readApi } = await import('./raml/index.js')
    const { analyze } = await import('./analyze/index.js')
    const read = readApi(api, { includeRoot, collector })
    const analysis = read.api === null ? null : analyze(read.api, { engine, collector })
    return { analysis, files: read.files }
  },
  async emit({ service, secrets }, previous, paths) {
    const { emit } = await import('./emit/index.js')
    return emit({ service, secrets, previous, paths })
  },
  async databaseSteps(previous, after) {
    const { databaseSteps } = await import('./migrate/index.js')
    return databaseSteps(previous, after)
  },
  async changesTables(before, after) {
    const { changesTables } = await import('./migrate/index.js')
    return changesTables(before, after)
  },
  async migrationBase(previous, after) {
    const { baseOf } = await import('./migrate/index.js')
    return baseOf(previous, after)
  },
}
