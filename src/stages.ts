import type { Edit, Origins } from './analyse/edited-model.js'
import type { Collector } from './diagnostics/collector.js'
import type { Engine, Service } from './ir/index.js'
import type { EmittedFile, Previous, Reuse } from './output/file.js'
import type { Memory } from './memory/memory.js'
import type { SourceFile } from './source/span.js'

/** Secrets that stand literally in the RAML, by the key of `service.ini` that they go to; never part of the IR. */
export type Secrets = ReadonlyMap<string, string>

/** The input, understood. */
export interface Understood {
  readonly service: Service
  readonly secrets: Secrets
  readonly origins: Origins
}

/** One step of a migration as people are told of it. */
export interface DatabaseStep {
  /** `drop column story.title`. */
  readonly step: string
  readonly destructive: boolean
  /** What becomes of the rows, where something is lost. */
  readonly fate: string | null
}

/** The parts that the pipeline puts together; tests put in their own. */
export interface Stages {
  /**
   * Reads a RAML file with all that it includes, and makes the IR of it.
   * @param input `isFirst`: there was no run before this one
   * @returns null after errors; `files` are the absolute paths of all that was read, or tried, `texts` what was read
   */
  understand(input: {
    readonly api: string
    readonly includeRoot: string | null
    readonly engine: Engine
    readonly collector: Collector
    readonly isFirst?: boolean
  }): Promise<{
    readonly understood: Understood | null
    readonly files: readonly string[]
    readonly texts: readonly SourceFile[]
  }>
  /** The IR after edits of schemas that change nothing but fields of their models; null where they may change more (see `editedModel`). */
  understandEdits(edits: readonly Edit[], before: Service, origins: Origins): Promise<Service | null>
  emit(understood: Understood, previous: Previous, reuse: Reuse): Promise<ReadonlyMap<string, EmittedFile>>
  /** What changes of the stored shape; all of it is new where there is no last run. */
  databaseSteps(before: Service | null, after: Service): Promise<readonly DatabaseStep[]>
  /** What is known of earlier runs. */
  readonly memory: Memory
}
