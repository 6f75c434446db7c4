import type { Span } from '../../source/span.js'
import { report, type Context } from '../context.js'
import type { Field } from '../fields.js'
import { type NamedParameter, readNamedParameters } from '../parameters/named-parameters.js'
import { variablesOf } from '../parameters/uri-template.js'
import { textAt } from '../values.js'

/**
 * Reads `baseUri` and `baseUriParameters` (RAML 0.8, "Base URI and baseUriParameters").
 * @param version the root's `version`
 * @returns the path prefix for all routes
 */
export function readBaseUri(
  { baseUri, baseUriParameters }: { readonly baseUri?: Field; readonly baseUriParameters?: Field },
  version: string | null,
  context: Context,
): string {
  const uri = textAt(baseUri?.value, 'baseUri', context)
  const at = baseUri?.value.at ?? null
  const declared = readNamedParameters(baseUriParameters?.value, 'baseUriParameters', context)
  const variables = uri === null || at === null ? [] : variablesOf(uri, at, context)
  const lacksVersion = variables.includes('version') && version === null
  if (at !== null && lacksVersion) {
    report(context, 'SVC2011', {
      message: 'The base URI contains "{version}", but the root has no "version"',
      at,
      help: 'Add "version: v1" to the root',
    })
  }
  const ofVersion = declared.find(({ name }) => name === 'version')
  if (ofVersion !== undefined) {
    report(context, 'SVC2012', {
      message: '"version" cannot be declared as a base URI parameter',
      at: ofVersion.nameAt,
      help: 'Remove it, and set "version" in the root',
    })
  }
  return basePathOf({ uri: lacksVersion ? null : uri, at, declared, version }, context)
}

interface Base {
  readonly uri: string | null
  readonly at: Span | null
  readonly declared: readonly NamedParameter[]
  readonly version: string | null
}

/** Characters with a special meaning in routes or code, and each `%` that does not begin an escape. */
const NOT_PLAIN = /[^\w.~!&+,;=@%-]|%(?![\dA-Fa-f]{2})/g

/**
 * Returns the path prefix for all routes: the path in `baseUri`, with `{version}` replaced. If there is no
 * `baseUri`, returns the version or, if there is no version either, an empty string. Other parameters are replaced by
 * their default or first `enum` value. If a parameter has neither, its name is used and a warning is reported.
 */
function basePathOf(base: Base, context: Context): string {
  const { uri, version } = base
  const template = uri === null ? (version === null ? '' : '/{version}') : pathOfUri(uri)
  const path = template
    .replaceAll('{mediaTypeExtension}', '')
    .replace(/\{([^{}]*)\}/g, (_, name: string) => valueOf(name, base, context))
  const segments = path.split('/').filter((segment) => segment !== '')
  return segments.map((segment) => `/${segment.replace(NOT_PLAIN, '-')}`).join('')
}

function pathOfUri(uri: string): string {
  const path =
    /^(?:[^/?#]*:)?\/\/[^/?#]*(.*)$/.exec(uri)?.[1] ?? (uri.startsWith('/') ? uri : uri.replace(/^[^/]*/, ''))
  return path.replace(/[?#].*$/, '')
}

function valueOf(name: string, { at, declared: parameters, version }: Base, context: Context): string {
  if (name === 'version' && version !== null) return version
  const declared = parameters.find((parameter) => parameter.name === name)?.declarations[0]
  const value = declared?.default ?? declared?.enum?.[0]
  if (value !== undefined) return value
  if (at !== null)
    report(context, 'SVC4023', {
      message: `Base path parameter "${name}" has no value; its name is used`,
      at,
      help: 'Add a "default" for the parameter in "baseUriParameters"',
    })
  return name
}
