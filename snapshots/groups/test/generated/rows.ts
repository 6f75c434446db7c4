/** A row that tests store. */
export interface Row {
  /** The name of its repository. */
  readonly model: string
  /** Text such as `{story 1}` stands for the key of that row, which is known after the row has been stored. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The rows that tests store. Each test lists the rows that it needs, after the rows to which they refer. */
export const rows: Readonly<Record<string, Row>> = {
  'booking 1': { model: 'booking', values: { day: '2024-05-01', hours: 1, room: 'room-1' } },
  'membership 1': { model: 'membership', values: { rank: 1 } },
  'person 1': { model: 'person', values: { login: 'login-1' } },
  'project 1': { model: 'project', values: { goal: 'goal-1', name: 'name-1' } },
  'membership 2': { model: 'membership', values: { rank: 1, project: '{project 1}' } },
}
