import type { OrderedObject, Service } from '../ir/index.js'
import type { MigrationFile } from '../migrate/index.js'
import type { RepositoryPaths } from '../output/file.js'

export interface EmitInput {
  readonly service: Service
  /** Secrets from the RAML file, keyed by their name in `service.ini`, which is the only file that contains them. */
  readonly secrets: ReadonlyMap<string, string>
  /** The OpenAPI document that is the input. Null for RAML. */
  readonly document: OrderedObject | null
  readonly migration: readonly MigrationFile[]
  readonly paths: RepositoryPaths
}

/** A file before it is rendered. */
export interface OutputFile {
  readonly path: string
  /** The part of the input from which the file is rendered, as recorded in the lock file: `model Story`. */
  readonly source: string
  readonly content: () => Content
}

/** What a file contains. */
export interface Content {
  readonly text: string
  /** The files of the runtime that it imports, by path below `runtime/`. */
  readonly runtime?: readonly string[]
}
