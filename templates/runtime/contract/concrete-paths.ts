import findMyWay from 'find-my-way'
import type { FastifyInstance } from 'fastify'
import { type KnownPaths, routeError } from '../server/problem.js'
import { MAX_PARAM_LENGTH } from '../server/server.js'

/** A document's path without a parameter in some place, and the methods that it declares. */
interface ConcretePath {
  readonly url: string
  readonly methods: readonly string[]
}

/**
 * Paths that others with parameters match as well. They take precedence (OpenAPI, Paths Object), also for methods that only
 * the others have.
 */
export class ConcretePaths {
  readonly #router = findMyWay({ maxParamLength: MAX_PARAM_LENGTH })

  /** @param paths their methods, by the path of the route */
  constructor(paths: Readonly<Record<string, readonly string[]>>) {
    for (const [url, methods] of Object.entries(paths))
      this.#router.on('GET', url, () => undefined, { url, methods })
  }

  /** Returns the methods of all paths. */
  known(routed: KnownPaths): KnownPaths {
    return { ...routed, methods: (url) => [...(this.#find(url)?.methods ?? routed.methods(url))] }
  }

  /** Rejects requests that would reach a route of another path. */
  prefer(app: FastifyInstance): void {
    app.addHook('onRequest', (request, _reply, done) => {
      const found = this.#find(request.url)
      // Fastify names the root of a prefix without its slash.
      const own = found === undefined ? [] : [found.url, found.url.replace(/\/$/, '')]
      const isOther = found !== undefined && !own.includes(request.routeOptions.url ?? '')
      const known = { basePath: '', methods: () => [...(found?.methods ?? [])] }
      done(isOther ? routeError(known, request.method, request.url) : undefined)
    })
  }

  #find(url: string): ConcretePath | undefined {
    return this.#router.find('GET', url)?.store
  }
}
