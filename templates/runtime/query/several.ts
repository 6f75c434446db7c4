import type { Caller } from './caller.js'
import { isAggregation } from './aggregations.js'
import { Faults } from './faults.js'
import type { QueryParameters } from './parameters.js'
import type { ListQuery, QueryReader } from './query-reader.js'

/**
 * Reads one query for several collections (SPEC 7): what it names must be there in every one.
 * @throws BadRequest with the faults of all; Forbidden
 */
export function readForSeveral(
  readers: readonly QueryReader[],
  parameters: QueryParameters,
  caller: Caller,
): ListQuery[] {
  const queries: ListQuery[] = []
  const faults = new Faults()
  for (const name of Object.keys(parameters)) {
    if (name === '_after' || isAggregation(name)) faults.add(name, 'works on one collection only')
  }
  for (const reader of readers) {
    try {
      queries.push(reader.list(parameters, caller))
    } catch (error) {
      faults.absorb(error)
    }
  }
  faults.refuse()
  return queries
}

/** A part of one collection. */
export interface Part {
  readonly skip: number
  readonly take: number
}

/** Which part of each collection a page shows that goes through them one after the other. */
export function partsOfPage(totals: readonly number[], page: Part): Part[] {
  let { skip, take } = page
  return totals.map((total) => {
    const part = { skip: Math.min(skip, total), take: Math.min(take, Math.max(0, total - skip)) }
    skip -= part.skip
    take -= part.take
    return part
  })
}
