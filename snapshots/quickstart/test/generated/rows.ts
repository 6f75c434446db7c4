/** A row that tests store. */
export interface Row {
  /** The name of its repository. */
  readonly model: string
  /** Text such as `{story 1}` stands for the key of that row, which is known after the row has been stored. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The rows that tests store. Each test lists the rows that it needs, after the rows to which they refer. */
export const rows: Readonly<Record<string, Row>> = {
  'story 1': {
    model: 'story',
    values: {
      created_at: '2024-05-01T08:31:00.000Z',
      progress: 1,
      status: 'draft',
      tags: ['tags-1'],
      title: 'title-1',
    },
  },
  'user 1': { model: 'user', values: { name: 'name-1', username: 'username-1' } },
  'story 2': {
    model: 'story',
    values: {
      created_at: '2024-05-01T08:31:00.000Z',
      progress: 1,
      status: 'draft',
      tags: ['tags-1'],
      title: 'title-1',
      owner: '{user 1}',
    },
  },
}
