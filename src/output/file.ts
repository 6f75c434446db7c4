/** The owner of a file, who is allowed to change it after it has first been written. See `decide.ts`. */
export const OWNERS = ['generator', 'migration', 'stub', 'scaffold'] as const
export type Owner = (typeof OWNERS)[number]

/** A formatted file in the emitted project. */
export interface EmittedFile {
  /** Relative to the output folder, with `/` as the separator: `src/generated/models/story.ts`. */
  readonly path: string
  readonly owner: Owner
  /** What the file is rendered from, as recorded in the lock: `model Story`, `runtime`, `service`. */
  readonly source: string
  readonly text: string
}

/** The paths of a project and its RAML file, relative to the root of the repository, with `/` as the separator. */
export interface RepositoryPaths {
  readonly api: string
  /** The project's folder, or `.` if it is the root of the repository. */
  readonly project: string
}
