import findMyWay from 'find-my-way'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../errors.js'
import { type KnownPaths, routeError } from '../server/problem.js'
import { MAX_PARAM_LENGTH } from '../server/server.js'

/** The methods of paths that others with parameters match as well, by the path of the route. */
export type ConcretePaths = Readonly<Record<string, readonly string[]>>

/** A document's path without a parameter in some place, and the methods that it declares. */
interface ConcretePath {
  readonly url: string
  readonly methods: readonly string[]
}

/**
 * Returns what a URL's path supports: a path without parameters takes precedence over one with parameters (OpenAPI, Paths
 * Object), also for the methods that only the latter has.
 */
export function concretePaths(paths: ConcretePaths): (known: KnownPaths) => KnownPaths {
  const find = finder(paths)
  return (known) => ({ ...known, methods: (url) => [...(find(url)?.methods ?? known.methods(url))] })
}

/** Rejects requests that reach another route than that of their path. */
export function preferConcretePaths(app: FastifyInstance, paths: ConcretePaths): void {
  const find = finder(paths)
  app.addHook('onRequest', (request, _reply, done) => {
    const found = find(request.url)
    const isOther = found !== undefined && request.routeOptions.url !== found.url
    done(isOther ? notAllowed(found, request.method, request.url) : undefined)
  })
}

function notAllowed({ methods }: ConcretePath, method: string, url: string): HttpError {
  return routeError({ basePath: '', methods: () => [...methods] }, method, url)
}

function finder(paths: ConcretePaths): (url: string) => ConcretePath | undefined {
  const router = findMyWay({ maxParamLength: MAX_PARAM_LENGTH })
  for (const [url, methods] of Object.entries(paths)) router.on('GET', url, () => undefined, { url, methods })
  return (url) => router.find('GET', url)?.store
}
