import { analyze } from './analyze/index.js'
import { emit } from './emit/index.js'
import { nextMigration } from './migrate/index.js'
import { readInput } from './read-input.js'
import type { Stages } from './run.js'

/** The stages of svcgen. */
export const stages: Stages = {
  analyze({ api, includeRoot, engine, collector }) {
    const read = readInput(api, { includeRoot, collector })
    return {
      analysis: read.api === null ? null : analyze(read.api, { engine, collector }),
      files: read.files,
    }
  },
  migrate: nextMigration,
  emit,
}
