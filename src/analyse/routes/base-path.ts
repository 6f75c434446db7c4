import type { Collector } from '../../diagnostics/collector.js'
import type { Api } from '../../raml/api.js'

/** What has a meaning in routes or in the text of the emitted code, and a `%` that begins no escape. */
const NOT_PLAIN = /[^\w.~!&+,;=@%-]|%(?![\dA-Fa-f]{2})/g

/**
 * The path that all routes stand under (SPEC 6): that of `baseUri` with `{version}` filled in; without a `baseUri` it is `/{version}`; else none.
 * Other parameters take their default; one without is warned of, and its name is used.
 */
export function basePathOf(api: Api, collector: Collector): string {
  const template = api.baseUri === null ? (api.version === null ? '' : '/{version}') : pathOfUri(api.baseUri)
  const path = template
    .replaceAll('{mediaTypeExtension}', '')
    .replace(/\{([^{}]*)\}/g, (_, name: string) => valueOf(name, api, collector))
  const segments = path.split('/').filter((segment) => segment !== '')
  return segments.map((segment) => `/${segment.replace(NOT_PLAIN, '-')}`).join('')
}

/** What follows the host of a URI template, without query and fragment. */
function pathOfUri(uri: string): string {
  const path =
    /^(?:[^/?#]*:)?\/\/[^/?#]*(.*)$/.exec(uri)?.[1] ?? (uri.startsWith('/') ? uri : uri.replace(/^[^/]*/, ''))
  return path.replace(/[?#].*$/, '')
}

function valueOf(name: string, api: Api, collector: Collector): string {
  if (name === 'version' && api.version !== null) return api.version
  const declared = api.baseUriParameters.find((parameter) => parameter.name === name)?.declarations[0]
  const value = declared?.default ?? declared?.enum?.[0]
  if (value !== undefined) return value
  collector.report('SVC4023', {
    message: `The parameter "${name}" of the base path has no value; its name is used`,
    at: api.baseUriAt,
    help: 'Give it a "default" in "baseUriParameters"',
  })
  return name
}

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
