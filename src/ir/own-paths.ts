/** The endpoints that the service adds to those of the API. */
const OWN_ENDPOINTS = ['docs', 'openapi', 'healthz', 'readyz', 'metrics'] as const
type OwnEndpoint = (typeof OWN_ENDPOINTS)[number]

interface Endpoint {
  readonly path: string
  /** Whether the path is below the base path. Load balancers expect the other endpoints at the root. */
  readonly isBelowBase: boolean
  /** Whether the endpoint has further paths below its own. */
  readonly hasFiles: boolean
}

const ENDPOINTS: Readonly<Record<OwnEndpoint, Endpoint>> = {
  docs: { path: '/docs', isBelowBase: true, hasFiles: true },
  openapi: { path: '/openapi.json', isBelowBase: true, hasFiles: false },
  healthz: { path: '/healthz', isBelowBase: false, hasFiles: false },
  readyz: { path: '/readyz', isBelowBase: false, hasFiles: false },
  metrics: { path: '/metrics', isBelowBase: false, hasFiles: false },
}

interface Placed {
  readonly path: string
  readonly prefix?: string
}

interface Operations<T extends Placed> {
  readonly basePath: string
  readonly routes: readonly T[]
  readonly actions: readonly T[]
}

export interface MovedEndpoint<T> {
  readonly endpoint: OwnEndpoint
  /** The full path that the API serves. */
  readonly from: string
  /** The full path of the service's own endpoint. */
  readonly to: string
  /** The first operation that the API declares there. */
  readonly operation: T
}

/** Returns the endpoints whose paths the API declares itself. They move to the same path below `/_svc`. */
export function movedEndpoints<T extends Placed>({
  basePath,
  routes,
  actions,
}: Operations<T>): readonly MovedEndpoint<T>[] {
  const operations = [...routes, ...actions]
  const prefix = freePrefix(operations.map(({ path }) => path))
  return OWN_ENDPOINTS.flatMap((endpoint) => {
    const { path, isBelowBase, hasFiles } = ENDPOINTS[endpoint]
    const base = isBelowBase ? basePath : ''
    const from = `${base}${path}`
    const operation = operations.find((each) => {
      const full = fullPath(each.prefix ?? basePath, each.path)
      return full === from || (hasFiles && full.startsWith(`${from}/`))
    })
    return operation === undefined ? [] : [{ endpoint, from, to: `${base}${prefix}${path}`, operation }]
  })
}

export function movedPaths(service: Operations<Placed>): Partial<Readonly<Record<OwnEndpoint, string>>> {
  return Object.fromEntries(movedEndpoints(service).map(({ endpoint, to }) => [endpoint, to]))
}

export function ownPaths(service: Operations<Placed>): Readonly<Record<OwnEndpoint, string>> {
  const usual = (endpoint: OwnEndpoint): string => usualPath(endpoint, service.basePath)
  return {
    docs: usual('docs'),
    openapi: usual('openapi'),
    healthz: usual('healthz'),
    readyz: usual('readyz'),
    metrics: usual('metrics'),
    ...movedPaths(service),
  }
}

function usualPath(endpoint: OwnEndpoint, basePath: string): string {
  const { path, isBelowBase } = ENDPOINTS[endpoint]
  return isBelowBase ? `${basePath}${path}` : path
}

function fullPath(basePath: string, path: string): string {
  return path === '/' ? basePath : `${basePath}${path}`
}

/** Returns `/_svc`, with further underscores if the API declares paths below it. */
function freePrefix(paths: readonly string[]): string {
  let prefix = '/_svc'
  while (paths.some((path) => path === prefix || path.startsWith(`${prefix}/`))) prefix += '_'
  return prefix
}
