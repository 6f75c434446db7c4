/** A row that tests store. */
export interface Row {
  /** The name of its repository. */
  readonly model: string
  /** Text such as `{story 1}` stands for the key of that row, which is known after the row has been stored. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The rows that tests store. Each test lists the rows that it needs, after the rows to which they refer. */
export const rows: Readonly<Record<string, Row>> = {
  'badge 1': { model: 'badge', values: { label: 'label-1' } },
  'blocking 1': { model: 'blocking', values: { label: 'label-1' } },
  'hub 1': { model: 'hub', values: { name: 'name-1' } },
  'bound 1': { model: 'bound', values: { label: 'label-1', hub: '{hub 1}' } },
  'holding 1': { model: 'holding', values: { label: 'label-1' } },
  'loose 1': { model: 'loose', values: { label: 'label-1' } },
  'node 1': { model: 'node', values: { name: 'name-1' } },
  'owned 1': { model: 'owned', values: { label: 'label-1' } },
  'pulling 1': { model: 'pulling', values: { label: 'label-1' } },
}
