import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import type { ModelSpec, Models } from '../model.js'
import { type QueryLimits, TRUSTED } from '../query/parameters.js'
import type { Settings } from '../settings/settings.js'
import type { Session } from '../store.js'
import { parseValue } from '../values/values.js'
import { Search } from './page.js'
import { type ResourceHost, SEES_ALL } from './resource.js'

/** What a service gives to its resources. */
export interface HostOptions {
  readonly models: Models
  readonly settings: Settings
  /** Path prefix of all routes: `/v1`, or empty. */
  readonly basePath: string
  /** Returns the repositories in a session. */
  readonly repositories: (session: Session) => object
  /** Calls one of your functions by name. */
  readonly call: (name: string, ...args: unknown[]) => Promise<Json | undefined>
}

/** Returns the host of a service without authentication: everyone may see and write everything. */
export function createHost({ models, settings, basePath, repositories, call }: HostOptions): ResourceHost {
  const limits = queryLimits(settings)
  const searches = new Search(models, limits)
  return {
    models,
    limits,
    call,
    caller: () => TRUSTED,
    checkWritable: () => undefined,
    checkVisible: () => undefined,
    keptOnReplace: () => NOTHING,
    keyOf: (request, model, param) => {
      const parsed = parseValue(keySpec(model), paramOf(request, param))
      return parsed.ok && (typeof parsed.value === 'string' || typeof parsed.value === 'number')
        ? parsed.value
        : undefined
    },
    documentContext: (session, request) => ({
      session,
      models,
      baseUrl: (settings.publicUrl ?? `${request.protocol}://${request.host}`) + basePath,
      sight: SEES_ALL,
      nestedLimit: settings.nestedLimit,
    }),
    eventContext: (session, request) => ({
      request,
      models: () => repositories(session),
      user: undefined,
      search: (model, expression, options) => searches.find(session, model, expression, options),
    }),
  }
}

const NOTHING: ReadonlySet<string> = new Set()

function queryLimits(settings: Settings): QueryLimits {
  return {
    maxLimit: settings.maxLimit,
    publicMaxLimit: settings.publicMaxLimit,
    filterLength: settings.maxFilterLength,
    filters: settings.maxFilters,
    sortKeys: settings.maxSortKeys,
    terms: settings.maxSearchTerms,
  }
}

function keySpec(model: ModelSpec): { readonly type: ModelSpec['fields'][string]['type'] } {
  return model.fields[model.key] ?? { type: 'string' }
}

function paramOf(request: FastifyRequest, param: string): string {
  const value: unknown = Object(request.params)[param]
  return typeof value === 'string' ? value : ''
}
