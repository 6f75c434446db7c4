import type { Field, FieldType, Model, Relation, RelationEnd, Route, Service } from '../ir/index.js'
import {
  byNearness,
  fullPathOf,
  hasPrefixes,
  itemRoutesOf,
  modelOf,
  relationWith,
  writeRuleOf,
} from '../ir/lookup.js'
import { words } from '../naming/words.js'

/**
 * Returns a model's stored and virtual fields. Neither list contains foreign keys, because back-references represent
 * them.
 */
export function fieldsOfModel(model: Model): { stored: readonly Field[]; virtual: readonly Field[] } {
  const fields = model.fields.filter((field) => field.type !== 'foreign_key')
  return { stored: fields.filter((field) => field.stored), virtual: fields.filter((field) => !field.stored) }
}

/** Returns the runtime's name for a field type. A generated key is an ObjectId in a document store. */
export function runtimeType<T extends FieldType>(service: Service, type: T): T | 'object_id' {
  return type === 'id_field' && service.engine === 'svc_mongodb' ? 'object_id' : type
}

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
 * Returns the primary route of a model: the one at the root, otherwise the nested one with the fewest parents. Returns
 * undefined if the model has no routes.
 */
export function homeRoute(service: Service, model: string): Route | undefined {
  return (
    itemRoutesOf(service, model)
      // The path of an operation whose body contains the key does not lead to the item.
      .filter(({ contract }) => contract?.keyInBody === undefined)
      .toSorted(byNearness)[0]
  )
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

/** Returns the singular and plural names of a model for use in prose: "user profile", "user profiles". */
export function proseNames({ names }: Model): { readonly one: string; readonly many: string } {
  const many = names.plural === `${names.var}List` ? names.var : names.plural
  return { one: proseName(names.var), many: proseName(many) }
}

/** Returns a name as separate words: `user profile` for `userProfile`. */
export function proseName(name: string): string {
  return words(name).join(' ').toLowerCase()
}

export function fieldOf({ fields }: Model, name: string | null): Field | undefined {
  return fields.find((field) => field.name === name)
}

export function keyTypeOf(service: Service, id: string): FieldType {
  const model = modelOf(service, id)
  return fieldOf(model, model.key)?.type ?? 'string'
}

export function endOf({ relations }: Model, name: string): RelationEnd | undefined {
  return relations.find((end) => end.name === name)
}

export function relationOf(service: Service, end: RelationEnd): Relation {
  return relationWith(service, end.relation)
}

/** Returns the name of a relation in the model at its other end: `owner` for `stories`. */
export function inverseOf(service: Service, end: RelationEnd): string {
  const relation = relationOf(service, end)
  return end.side === 'one' ? relation.backref : relation.field
}

/** Returns whether each item must be linked by this relation. */
export function isRequiredEnd(service: Service, end: RelationEnd): boolean {
  return end.side === 'holder' && relationOf(service, end).required
}

/** Returns whether a write rule might prevent clients from setting a field or relation on create. */
export function isRestricted(model: Model, name: string): boolean {
  const rule = writeRuleOf(model, name)
  return rule !== undefined && (rule.readOnly || rule.writableBy !== null)
}

/** Returns the name of the relation that a path sets on the items below a parent, or null if there is none. */
export function linkBelow(service: Service, { model, field }: Route['parents'][number]): string | null {
  const end = endOf(modelOf(service, model), field)
  return end === undefined ? null : inverseOf(service, end)
}

/** Returns whether a route removes items from the list of their parent, which does not delete them. */
export function isUnlinking(service: Service, route: Pick<Route, 'parents' | 'model' | 'method'>): boolean {
  return route.method === 'DELETE' && linksAbove(service, route) !== undefined
}

/** Returns the many-to-many relation of a route's model to its parent; undefined if the items belong to the parent. */
export function linksAbove(
  service: Service,
  { parents, model }: Pick<Route, 'parents' | 'model'>,
): Relation | undefined {
  const parent = parents.at(-1)
  const link = parent === undefined ? null : linkBelow(service, parent)
  return service.relations.find(
    ({ kind, from, field }) => kind === 'many-to-many' && from === model && field === link,
  )
}
