import type { QueryParameters } from './parameters.js'
import { valuesOf } from './parameters.js'
import type { QueryReading } from './reading.js'

/** Items on a page when the query does not say (SPEC 7). */
const PAGE_SIZE = 20

/** Which part of the selection to answer. */
export interface Paging {
  readonly take: number
  readonly skip: number
}

/** Reads `_limit`, `_start` and `_page`. An anonymous caller's page ends at the limit that is theirs. */
export function readPaging(reading: QueryReading, parameters: QueryParameters): Paging {
  const { limits, caller, faults } = reading
  const limit = Math.min(wholeNumber(reading, parameters, '_limit') ?? PAGE_SIZE, limits.maxLimit)
  const start = wholeNumber(reading, parameters, '_start')
  const page = wholeNumber(reading, parameters, '_page')
  if (start !== undefined && page !== undefined)
    faults.add('_page', 'cannot stand beside _start: give one of the two')
  const skip = start ?? (page ?? 0) * limit
  if (!Number.isSafeInteger(skip)) faults.add('_page', 'is too large')
  const reach = caller.anonymousLimit ? Math.max(0, limits.publicMaxLimit - skip) : limit
  return { take: Math.min(limit, reach), skip }
}

function wholeNumber(
  { faults }: QueryReading,
  parameters: QueryParameters,
  name: string,
): number | undefined {
  const [text, ...more] = valuesOf(parameters, name)
  if (text === undefined) return undefined
  if (more.length > 0) faults.add(name, 'is given more than once')
  if (/^\d{1,15}$/.test(text)) return Number(text)
  faults.add(name, 'must be an integer from 0')
  return undefined
}
