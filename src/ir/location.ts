/**
 * The source location of a node in the IR. `file` is relative to the RAML file's folder, with `/` as the separator;
 * lines and columns start at 1.
 */
export interface Location {
  readonly file: string
  readonly line: number
  readonly column: number
}
