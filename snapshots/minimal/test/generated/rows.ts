import { type Row } from './values.js'

/** The rows that tests store. Each test lists the rows that it needs, after the rows to which they refer. */
export const rows: Readonly<Record<string, Row>> = {
  'note 1': { model: 'note', values: { text: 'text-1' } },
}
