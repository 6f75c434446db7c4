import type { FieldType } from '../../model.js'

/** From a moment on, until before another: what `2015`, `2015-03` and, of a datetime, `2015-03-04` mean. */
export interface Period {
  readonly from: string
  readonly until: string
}

const PARTIAL = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/
const LAST_YEAR = 9998

/** The period that a part of a date names in an expression; undefined for anything else. */
export function periodOf(type: FieldType, text: string): Period | undefined {
  if (type !== 'date' && type !== 'datetime') return undefined
  const [, year = '', month, day] = PARTIAL.exec(text) ?? []
  if (year === '' || Number(year) < 1 || Number(year) > LAST_YEAR || (day !== undefined && type === 'date'))
    return undefined
  const from = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00.000Z`)
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(text)) return undefined
  const until = new Date(from)
  if (day !== undefined) until.setUTCDate(until.getUTCDate() + 1)
  else if (month !== undefined) until.setUTCMonth(until.getUTCMonth() + 1)
  else until.setUTCFullYear(until.getUTCFullYear() + 1)
  return { from: written(type, from), until: written(type, until) }
}

function written(type: 'date' | 'datetime', moment: Date): string {
  const text = moment.toISOString()
  return type === 'date' ? text.slice(0, 10) : text
}
