import type { FastifyRequest } from 'fastify'
import { FaultList } from '../errors.js'
import type { Contract } from './mapping.js'

/** Parameters whose values are fields. */
const OF_FIELDS: ReadonlySet<string> = new Set(['_sort', '_exists_', '_missing_'])

/** What a request says with svcgen's own query parameters. */
export interface OwnQueries {
  /** The values of parameters with a role. */
  readonly values: Readonly<Record<string, string | string[]>>
  /** The parameters that the query language reads itself. */
  readonly parameters: Readonly<Record<string, string | string[]>>
}

/**
 * Reads the query parameters that the document does not declare, if an operation takes svcgen's own (`x-queries`). They can
 * use only fields that the response shows, because matches and the order reveal the others.
 * @throws BadRequest that lists unknown parameters and fields
 */
export function ownQueries(
  { query: declared = {}, queries = [], roles = {} }: Contract,
  { query }: FastifyRequest,
): OwnQueries {
  const faults = new FaultList()
  const values: Record<string, string | string[]> = {}
  const parameters: Record<string, string | string[]> = {}
  const given: readonly (readonly [string, string | string[]])[] = Object.entries(Object(query))
  for (const [name, value] of given) {
    const isDeclared = [name, name.replace(/\[.*/, '')].some((each) => Object.hasOwn(declared, each))
    if (isDeclared) continue
    const fields = OF_FIELDS.has(name) ? fieldsIn(value) : [name.replace(/__.*/, '')]
    if (Object.hasOwn(roles, name)) values[name] = value
    else if (fields.every((field) => queries.includes(field))) parameters[name] = value
    else if (OF_FIELDS.has(name)) faults.add(name, `must be some of ${queries.join(', ')}`, 'query')
    else faults.add(name, 'unknown parameter', 'query')
  }
  faults.throwIfAny('query')
  return { values, parameters }
}

function fieldsIn(value: string | string[]): readonly string[] {
  return [value].flat().flatMap((text) => text.split(',').map((field) => field.replace(/^[+-]/, '')))
}
