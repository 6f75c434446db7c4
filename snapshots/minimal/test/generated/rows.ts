/** A row that tests store. */
export interface Row {
  /** The name of its repository. */
  readonly model: string
  /** Text such as `{story 1}` stands for the key of that row, which is known after the row has been stored. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The rows that tests store. Each test lists the rows that it needs, after the rows to which they refer. */
export const rows: Readonly<Record<string, Row>> = {
  'note 1': { model: 'note', values: { text: 'text-1' } },
}
