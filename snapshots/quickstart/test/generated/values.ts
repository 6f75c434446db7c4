/** A row that tests store. */
export interface Row {
  /** The name of its repository. */
  readonly model: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Stands for the key of a row. */
export class Key {
  readonly row: string

  constructor(row: string) {
    this.row = row
  }
}

/** Returns a value that stands for the key of a row, which is known after the row has been stored. */
export function key(row: string): Key {
  return new Key(row)
}
