import { type Analysis, analyze, type AnalyzeOptions } from './analyze/index.js'
import { emit } from './emit/index.js'
import { nextMigration } from './migrate/index.js'
import { readInput } from './read-input.js'

interface AnalyzeInput extends AnalyzeOptions {
  readonly api: string
  readonly includeRoot: string | null
}

/** The stages connected by the pipeline. Tests replace them. */
export const stages = {
  /**
   * Reads an API with all its includes, and builds the IR.
   * @returns `analysis`, which is null if there were errors, and `files`, the absolute paths of all files that were
   * read or looked for
   */
  analyze({ api, includeRoot, ...options }: AnalyzeInput): {
    readonly analysis: Analysis | null
    readonly files: readonly string[]
  } {
    const read = readInput(api, { includeRoot, collector: options.collector })
    return { analysis: read.api && analyze(read.api, options), files: read.files }
  },
  migrate: nextMigration,
  emit,
}

export type Stages = typeof stages
