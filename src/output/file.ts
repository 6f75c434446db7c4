import type { Service } from '../ir/index.js'

/** Who may change a file after it was first written; the rules of each stand in SPEC 4 and in `decide.ts`. */
export const OWNERS = ['generator', 'migration', 'stub', 'scaffold'] as const
export type Owner = (typeof OWNERS)[number]

/** A file of the emitted project, formatted, as it is to be written. */
export interface EmittedFile {
  /** Relative to the output folder, with `/`: `src/generated/models/story.ts`. */
  readonly path: string
  readonly owner: Owner
  /** What the file was rendered from, for the lock: `model Story`, `runtime`, `service`. */
  readonly source: string
  readonly text: string
  /** SHA-256 of the text, where it is known already. */
  readonly hash?: string
  /** SHA-256 of all that the text was made of: its template, and what that prints. Not of files that are made otherwise. */
  readonly madeOf?: string
}

/** What the emitter may know of the output folder: enough to make the next migration. */
export interface Previous {
  /** The IR of the last run; null where there was none, or the lock is lost. */
  readonly service: Service | null
  /** Paths of the migrations that stand in the folder, sorted. They are never made anew. */
  readonly migrations: readonly string[]
}

/** The text of a file that stands in the folder as this svcgen made it, of the same; null where it must be made. */
export type Reuse = (path: string, madeOf: string) => Required<Pick<EmittedFile, 'text' | 'hash'>> | null
