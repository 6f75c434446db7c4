export interface SourceFile {
  /** Absolute path. */
  readonly path: string
  /** Relative to the RAML file's folder, with `/` as the separator. */
  readonly name: string
  /** Decoded UTF-8 without a BOM. Line endings are unchanged. */
  readonly text: string
}

/** A range in a file, as offsets into `text` in UTF-16 code units. `end` is exclusive. */
export interface Span {
  readonly file: SourceFile
  readonly start: number
  readonly end: number
}
