import type { FastifyInstance } from 'fastify'
import findMyWay from 'find-my-way'

/** The routes of a service, asked the other way round: which methods does a path have? */
export interface KnownPaths {
  /** The path that all routes of the API stand under, `/v1` or empty. */
  readonly basePath: string
  /** The methods of a URL's path, sorted; empty where no route has it. */
  methods(url: string): string[]
}

/**
 * Takes note of every route that is added from here on. A route for any path (`*`), as the CORS plugin has one, does not make a path known.
 * @param maxParamLength as the service's own router has it
 */
export function knownPaths(app: FastifyInstance, basePath: string, maxParamLength: number): KnownPaths {
  const routers = new Map<string, ReturnType<typeof findMyWay>>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url === '*') return
    for (const name of [method].flat()) {
      const router = routers.get(name) ?? findMyWay({ maxParamLength })
      routers.set(name, router)
      if (!router.hasRoute('GET', url)) router.on('GET', url, () => undefined)
    }
  })
  return {
    basePath,
    methods: (url) =>
      [...routers].flatMap(([name, router]) => (router.find('GET', url) === null ? [] : [name])).sort(),
  }
}
