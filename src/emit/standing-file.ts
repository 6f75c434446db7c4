import type { EmittedFile, MadeOf, MadePart, Owner, Standing } from '../output/file.js'
import type { FoundFile } from '../output/folder.js'

/** A file that is emitted as it stands on disk, where it is read again if somebody asks for its text. */
export class StandingFile implements EmittedFile {
  readonly path: string
  readonly owner: Owner
  readonly source: string
  readonly hash: string
  readonly madeOf: MadeOf
  readonly parts: readonly MadePart[]
  readonly #found: FoundFile

  constructor(
    { path, owner, source }: Pick<EmittedFile, 'path' | 'owner' | 'source'>,
    madeOf: MadeOf,
    { found, parts }: Standing,
  ) {
    this.path = path
    this.owner = owner
    this.source = source
    this.hash = found.hash
    this.madeOf = madeOf
    this.parts = parts
    this.#found = found
  }

  get text(): string {
    return this.#found.text
  }
}
