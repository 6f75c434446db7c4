import type { Analysis } from './analyse/index.js'
import type { Collector } from './diagnostics/collector.js'
import type { Engine, Service } from './ir/index.js'
import type { Base, DatabaseStep, Newest, Previous } from './migrate/index.js'
import type { ChangeSet } from './output/compare/change-set.js'
import type { EmittedFile, RepositoryPaths } from './output/file.js'
import type { Folder } from './output/disk/folder.js'
import type { OutputState } from './output/lock/output-state.js'
import type { OutputPlace } from './output/report/problems.js'

/** The options of a run. Paths may be relative to the working folder. */
export interface RunOptions {
  readonly api: string
  readonly out: string
  /** Null means the engine of the last run, or `svc_sqla`. */
  readonly engine: Engine | null
  readonly includeRoot: string | null
  readonly force: boolean
  readonly allowDestructive: boolean
  /** Returns whether the newest migration, by its name, is replaced by one that also covers the new changes. */
  readonly amend: (migration: string) => boolean
}

/** What a run works with, besides its options. */
export interface RunContext {
  readonly collector: Collector
  readonly stages: Stages
  /** Absolute paths of all files that were read, also if the run ends with errors. */
  readonly filesRead: Set<string>
  /** Opens the output folder, by default on disk. */
  readonly openFolder?: (path: string) => Folder
  /** Called when a stage begins, for the progress line. */
  readonly onStage?: (stage: 'reading' | 'rendering' | 'writing') => void
}

/** The parts of the tool that the pipeline connects; tests replace them. */
export interface Stages {
  /**
   * Reads a RAML file with all its includes, and builds the IR.
   * @returns `analysis` is null after errors; `files` are the absolute paths of all files that were read, or tried
   */
  analyse(input: {
    readonly api: string
    readonly includeRoot: string | null
    readonly engine: Engine
    readonly collector: Collector
  }): Promise<{ readonly analysis: Analysis | null; readonly files: readonly string[] }>
  /** Renders and formats all files of the project, the next migration included. */
  emit(
    analysis: Analysis,
    previous: Previous,
    paths: RepositoryPaths,
  ): Promise<ReadonlyMap<string, EmittedFile>>
  /** The changes of the next migration. Without a previous run everything is new. */
  databaseSteps(previous: Previous, after: Service): Promise<readonly DatabaseStep[]>
  /** Whether tables differ, also only in the values that existing rows get. */
  changesTables(before: Service, after: Service): Promise<boolean>
  /** What the lock records about the next migration. */
  migrationBase(previous: Previous, after: Service): Promise<Base>
}

/** A run before anything is written: the project as it should be, and how the output folder differs from it. */
export interface Comparison {
  readonly place: OutputPlace
  readonly state: OutputState
  readonly analysis: Analysis
  readonly emitted: ReadonlyMap<string, EmittedFile>
  readonly changes: ChangeSet
  readonly steps: readonly DatabaseStep[]
  /** The newest migration after this run; null if it is unknown. */
  readonly newest: Newest | null
}
