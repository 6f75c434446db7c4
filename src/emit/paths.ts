import type { Model, Route, Service } from '../ir/index.js'
import { fullPathOf, hasPrefixes, homeRoute } from '../ir/lookup.js'
import { linkBelow } from '../ir/members.js'

const PARAMETER = /(\{[^{}]*\})/

/**
 * Converts `/users/{username}/stories` to `/users/:username/stories`. A parameter next to other text needs a pattern.
 * So do `*`, which is not a wildcard here, and `#` and `?`, which are percent-encoded in requests.
 */
export function fastifyPath(path: string): string {
  // With a prefix, Fastify serves this path with and without its slash.
  if (path === '') return '/'
  const segments = path.split('/').map((segment) => {
    if (/^\{[^{}]*\}$/.test(segment)) return `:${segment.slice(1, -1)}`
    const parts = segment.split(PARAMETER).map((part) => {
      if (PARAMETER.test(part)) return `:${part.slice(1, -1)}(^[^]+?)`
      return decoded(part)
        .replaceAll(':', '::')
        .replaceAll(/[*#?]/g, (character) => `:_(^\\${character})`)
    })
    return parts.join('')
  })
  return segments.join('/')
}

/** Decodes a path as the router decodes request paths, which is everything except reserved characters. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%(?!25)[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURI(escapes)
    } catch {
      return escapes
    }
  })
}

/**
 * Returns the path of `_self`, below {@link documentBase}: fixed text, the name of the field or back-reference that
 * contains the value after it, and so on, as in `/stories/`, `id`, or `/contacts/`, `contact`, `/emails/`, `id`. For the
 * parent of a parent, the name is a path of back-references: `phone.contact`. If the auth model has no routes and no
 * relations, each user sees only their own document, at `/users/self`.
 */
export function documentPath(service: Service, model: Model): readonly string[] | null {
  const route = homeRoute(service, model.id)
  if (route === undefined)
    return service.auth?.model === model.id && model.relations.length === 0
      ? [encoded(`${hasPrefixes(service) ? service.basePath : ''}/users/self`)]
      : null
  const references = parentReferences(service, route)
  const parts = (hasPrefixes(service) ? fullPathOf(service, route) : route.path)
    .split(PARAMETER)
    .map((part) =>
      PARAMETER.test(part)
        ? (references.get(part.slice(1, -1)) ?? route.lookup?.field ?? model.key)
        : encoded(decoded(part)),
    )
  const last = parts.pop() ?? ''
  if (route.kind !== 'collection') return last === '' ? parts : [...parts, last]
  // The document declares no item that such a URL would lead to.
  return route.contract === undefined ? [...parts, `${last.replace(/\/$/, '')}/`, model.key] : null
}

/** Encodes the fixed text in a path. */
function encoded(text: string): string {
  return text.split('/').map(encodeURIComponent).join('/')
}

/** Returns the prefix of the paths of all documents. If models have different prefixes, their paths contain them. */
export function documentBase(service: Service): string {
  return hasPrefixes(service) ? '' : service.basePath
}

/** Returns whether the path of documents contains values of other items: `phone.contact`. */
export function leadsOn(path: readonly string[] | null): boolean {
  return path?.some((part, index) => index % 2 === 1 && part.includes('.')) === true
}

/**
 * Returns what leads from an item to the value of each parameter in its path: back-references to its parents, nearest first,
 * and fields of the first of them, or of the item itself, that parameters select by.
 */
function parentReferences(service: Service, route: Route): ReadonlyMap<string, string> {
  const references = new Map<string, string>()
  const steps: string[] = []
  for (const parent of route.parents.toReversed()) {
    const name = linkBelow(service, parent)
    if (name === null) break
    steps.push(name)
    const path = parent.lookup === undefined ? steps : [...steps, parent.lookup.field]
    if (parent.param !== null) references.set(parent.param, path.join('.'))
  }
  for (const { param, field } of route.scope ?? []) references.set(param, [...steps, field].join('.'))
  return references
}
