import type { Collector } from '../../diagnostics/collector.js'
import type { Api } from '../../raml/api.js'

/**
 * Matches characters that have a special meaning in routes or emitted code, and each `%` that does not begin an escape.
 */
const NOT_PLAIN = /[^\w.~!&+,;=@%-]|%(?![\dA-Fa-f]{2})/g

/**
 * Returns the path prefix for all routes: the path in `baseUri`, with `{version}` replaced. If there is no
 * `baseUri`, returns the version or, if there is no version either, an empty string. Other parameters are replaced by
 * their default or first `enum` value. If a parameter has neither, its name is used and a warning is reported.
 */
export function basePathOf(api: Api, collector: Collector): string {
  const template = api.baseUri === null ? (api.version === null ? '' : '/{version}') : pathOfUri(api.baseUri)
  const path = template
    .replaceAll('{mediaTypeExtension}', '')
    .replace(/\{([^{}]*)\}/g, (_, name: string) => valueOf(name, api, collector))
  const segments = path.split('/').filter((segment) => segment !== '')
  return segments.map((segment) => `/${segment.replace(NOT_PLAIN, '-')}`).join('')
}

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
    message: `Base path parameter "${name}" has no value; its name is used`,
    at: api.baseUriAt,
    help: 'Add a "default" for the parameter in "baseUriParameters"',
  })
  return name
}
