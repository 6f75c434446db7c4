/** A text that was read, with what is needed to tell lines and columns. */
export interface SourceFile {
  /** Absolute path. */
  readonly path: string
  /** Relative to the RAML file's folder, with `/`. */
  readonly name: string
  /** Decoded UTF-8 without a BOM; line ends as they were. */
  readonly text: string
}

/** A piece of a file: offsets into `text`, in UTF-16 units, `end` exclusive. */
export interface Span {
  readonly file: SourceFile
  readonly start: number
  readonly end: number
}
