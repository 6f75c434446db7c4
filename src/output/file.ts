import type { Service } from '../ir/index.js'
import type { FoundFile } from './folder.js'
import type { Pieces } from './pieces.js'

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
  /** The text as bytes, where it was put together of those. */
  readonly pieces?: Pieces
  /** SHA-256 of the text, where it is known already. */
  readonly hash?: string
  /** Not of files that are not rendered. */
  readonly madeOf?: MadeOf
  /** Of a document that is made part by part. */
  readonly parts?: readonly MadePart[]
}

/** Which bytes of a document hold some text, and what it was made of. */
export interface MadePart extends Omit<MadeOf, 'view'> {
  readonly name: string
  readonly start: number
  readonly end: number
  /** What the text refers to. */
  readonly references: readonly string[]
}

/** What a rendered file was made of. */
export interface MadeOf {
  /** The JSON of what its view was given, beside the service. */
  readonly given: string
  /** The parts of the IR that its view read, by name. */
  readonly facts: readonly string[]
  /** SHA-256 of the template and the view, where that is of all of the IR: much of that may change without a change of the view. */
  readonly view: string | null
}

/** What the emitter may know of the output folder: enough to make the next migration. */
export interface Previous {
  /** The IR of the last run; null where there was none, or the lock is lost. */
  readonly service: Service | null
  /** Paths of the migrations that stand in the folder, sorted. They are never made anew. */
  readonly migrations: readonly string[]
}

/** A file that stands in the folder as this svcgen made it. */
export interface Standing extends Required<Pick<EmittedFile, 'madeOf' | 'parts'>> {
  readonly found: FoundFile
}

/** What stands in the folder as this svcgen made it. */
export interface Reuse {
  /** The IR that it was made of; null where that is not known, and there are no such files. */
  readonly service: Service | null
  /** The file at a path; null where there is none. */
  readonly file: (path: string) => Standing | null
}
