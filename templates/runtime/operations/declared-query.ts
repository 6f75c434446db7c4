import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { addedToQuery } from '../events/event.js'
import { Faults, type QueryParameters } from '../query/parameters.js'
import type { ParameterSpecs } from './parameter-spec.js'
import { type GivenParameters, type ParameterCompiler, parameterReader } from './parameters.js'

/**
 * Validates the declared parameters in a request's query, adds their values to the query that handlers receive, and
 * returns the query-language parameters with defaults.
 * @throws BadRequest
 */
export type DeclaredReader = (request: FastifyRequest) => QueryParameters

/** The query parameters declared for a route. */
export interface DeclaredQuery {
  /** Filters and other query-language parameters. */
  readonly filters?: ParameterSpecs
  /** Parameters that only handlers use, in `event.view.query`. */
  readonly others?: ParameterSpecs
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly query?: DeclaredQuery
  }
}

/**
 * Validates declared query parameters and sets their defaults, on routes registered after this call. Call it after
 * `rejectParameters`, because the last hook added runs first. Returns the readers of GET requests, keyed by path, to
 * which each of these routes adds its own.
 */
export function declaredParameters(
  app: FastifyInstance,
  compile: ParameterCompiler,
): ReadonlyMap<string, DeclaredReader> {
  const readers = new Map<string, DeclaredReader>()
  app.addHook('onRoute', (route) => {
    const query = route.config?.query
    if (query === undefined) return
    const read = declaredReader(query, compile)
    const preHandler: preHandlerHookHandler = (request, _reply, done) => {
      request.query = read(request)
      done()
    }
    route.preHandler = [preHandler, ...[route.preHandler ?? []].flat()]
    if (route.method === 'GET') readers.set(route.url, read)
  })
  return readers
}

function declaredReader(
  { filters = {}, others = {} }: DeclaredQuery,
  compile: ParameterCompiler,
): DeclaredReader {
  const readFilters = parameterReader(filters, 'query', compile)
  const readOthers = parameterReader(others, 'query', compile)
  const defaultsFor = defaultsOf(filters)
  return (request) => {
    const faults = new Faults()
    const report = (name: string, message: string, path = ''): void => faults.add(name + path, message)
    const query: QueryParameters = Object(request.query)
    const given = givenIn(query)
    readFilters(given, report)
    addedToQuery.set(request, readOthers(given, report))
    faults.throwIfAny()
    const left = Object.entries(query).filter(([name]) => !Object.hasOwn(others, name))
    return { ...defaultsFor(query), ...Object.fromEntries(left) }
  }
}

/** Returns the values of a parsed query, which are decoded. A tunneled request has no other form. */
function givenIn(query: QueryParameters): GivenParameters {
  return new Map(
    Object.entries(query).map(([name, value]) => [name, [value ?? []].flat().map(encodeURIComponent)]),
  )
}

/** Parameters that set the start of a page. A query can contain only one of them. */
const STARTS = ['_after', '_start', '_page']

/**
 * Returns a function that returns the default values for a query, as strings keyed by parameter name. A default page
 * start applies only if the query has no start.
 */
function defaultsOf(
  specs: ParameterSpecs,
): (given: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>> {
  const defaults = Object.entries(specs).flatMap(([name, spec]): [string, string][] => {
    const value = spec.schema['default']
    return value === undefined ? [] : [[name, String(value)]]
  })
  const start = STARTS.find((name) => defaults.some(([other]) => other === name))
  const all = Object.fromEntries(defaults.filter(([name]) => name === start || !STARTS.includes(name)))
  const others = Object.fromEntries(defaults.filter(([name]) => !STARTS.includes(name)))
  return (given) => (STARTS.some((name) => Object.hasOwn(given, name)) ? others : all)
}
