/** Who may change a file after it was first written; see SPEC 4 and `decide.ts`. */
export const OWNERS = ['generator', 'migration', 'stub', 'scaffold'] as const
export type Owner = (typeof OWNERS)[number]

/** A formatted file of the emitted project. */
export interface EmittedFile {
  /** Relative to the output folder, with `/`: `src/generated/models/story.ts`. */
  readonly path: string
  readonly owner: Owner
  /** What the file is rendered from, for the lock: `model Story`, `runtime`, `service`. */
  readonly source: string
  readonly text: string
}

/** Where a project and its RAML file are in their repository, with `/`. */
export interface RepositoryPaths {
  readonly api: string
  /** The folder of the project; `.` if it is the repository. */
  readonly project: string
}
