/** Where a node of the IR was written. `file` is relative to the RAML file's folder, with `/`; line and column count from 1. */
export interface Location {
  readonly file: string
  readonly line: number
  readonly column: number
}
