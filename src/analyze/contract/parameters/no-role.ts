import type { Field, Model } from '../../../ir/index.js'
import { boundIn } from './operators.js'
import type { NoRole } from './source.js'

/**
 * Returns how to give a parameter of a list a meaning.
 * @param format the format of the values, which shows what they can be compared with
 */
export function noRole(name: string, model: Model, format?: unknown): NoRole {
  const time = timeFor(name, model, format)
  const example = time === undefined ? 'status' : time.name + (boundIn(name) ?? '__gte')
  return {
    message: `The parameter "${name}" has no known meaning for a list of ${model.id}`,
    help: `Name the field that it filters, as in "x-filter: ${example}", write "x-filter: q" if it searches the texts, or how it selects the page, as in "x-paging: limit", write the filter yourself with "x-filter: own" or the operation with "x-operation: own", or write "x-ignored: true" next to it`,
  }
}

/** Returns the time that a parameter probably means: one whose name begins in the same way, or else one that all items have. */
function timeFor(name: string, { fields }: Model, format: unknown): Field | undefined {
  if (format !== 'date' && format !== 'date-time') return undefined
  const times = fields.filter(
    ({ stored, type }) => stored && type === (format === 'date' ? 'date' : 'datetime'),
  )
  const start = name.slice(0, 4).toLowerCase()
  return (
    times.find((field) => field.name.toLowerCase().startsWith(start)) ??
    times.find(({ constraints }) => constraints.required) ??
    times[0]
  )
}
