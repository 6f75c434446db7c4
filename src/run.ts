import type { Analysis, AnalyzeOptions } from './analyze/index.js'
export type { OperationReport } from './analyze/index.js'
import type { Collector } from './diagnostics/collector.js'
import type { FeatureName } from './features.js'
import type { Engine } from './ir/index.js'
import type { DatabaseStep, Newest } from './migrate/index.js'
import type { ChangeSet } from './output/compare/change-set.js'
import type { EmittedFile } from './output/file.js'
import type { Folder } from './output/disk/folder.js'
import type { OutputState } from './output/lock/ledger.js'
import type { Output } from './output/problems/folder-problems.js'
import type { Stages } from './stages.js'

/** The options for a run. Paths can be relative to the working directory. */
export interface RunOptions {
  readonly api: string
  readonly out: string
  /** Null means the engine used in the last run or, if there was none, `svc_sqla`. */
  readonly engine: Engine | null
  /** The optional parts of the project. Null means those of the last run or, if there was none, none. */
  readonly features: readonly FeatureName[] | null
  readonly includeRoot: string | null
  readonly force: boolean
  readonly allowDestructive: boolean
  /**
   * Given the name of the newest migration, returns whether to replace it with one that also covers the new changes.
   */
  readonly amend: (migration: string) => boolean
}

/** What a run needs besides its options. */
export interface RunContext {
  readonly collector: Collector
  /** Undefined for the stages of svcgen. */
  readonly stages?: Stages | undefined
  /** The absolute paths of all files that were read or looked for, even if the run ends with errors. */
  readonly filesRead: Set<string>
  /** Opens the output folder. The default is the folder on disk. */
  readonly openFolder?: (path: string) => Folder
  /** Called with how each operation is answered, also if there are errors. */
  readonly onOperations?: AnalyzeOptions['onOperations']
  /** Called when a stage begins, for the progress line. */
  readonly onStage?: (stage: 'reading' | 'rendering' | 'writing') => void
}

/** The state of a run before anything is written: the emitted project, and how the output folder differs from it. */
export interface Comparison {
  readonly output: Output
  readonly state: OutputState
  readonly analysis: Analysis
  /** The optional parts that the options or the lock list. */
  readonly features: readonly FeatureName[]
  readonly emitted: ReadonlyMap<string, EmittedFile>
  readonly changes: ChangeSet
  readonly steps: readonly DatabaseStep[]
  /** The newest migration after this run, or null if it is unknown. */
  readonly newest: Newest | null
}
