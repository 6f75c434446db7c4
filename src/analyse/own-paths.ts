/** Paths below the base path that the service answers itself (SPEC 5, 10). */
const BELOW_BASE: ReadonlySet<string> = new Set([
  '/docs',
  '/openapi.json',
  '/auth/login',
  '/auth/logout',
  '/auth/register',
  '/auth/token',
  '/auth/reset_token',
])

/** Paths at the root of the host. */
const AT_ROOT: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** Tells whether a resource would take a path of the service's own (SPEC 1.2). */
export function isOwnPath(path: string, basePath: string): boolean {
  return BELOW_BASE.has(path) || AT_ROOT.has(`${basePath}${path}`)
}
