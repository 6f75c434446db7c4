/** The location of a node in the input. `file` is relative to the API file's folder; lines and columns start at 1. */
export interface Location {
  readonly file: string
  readonly line: number
  readonly column: number
}
