import type { Field, FieldType, Model, Relation, RelationEnd, Route, Service } from '../../ir/index.js'
import { modelOf, relationWith, routesOf } from '../../ir/lookup.js'
import { words } from '../../naming/words.js'

/** The routes by a key of theirs, in their order. */
export function groupBy<T>(routes: readonly T[], keyOf: (route: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const route of routes) {
    const group = groups.get(keyOf(route))
    if (group === undefined) groups.set(keyOf(route), [route])
    else group.push(route)
  }
  return groups
}

/** Returns the stored and the virtual fields of a model. Foreign keys are in neither list, because back-references represent them. */
export function fieldsOfModel(model: Model): { stored: readonly Field[]; virtual: readonly Field[] } {
  const fields = model.fields.filter((field) => field.type !== 'foreign_key')
  return { stored: fields.filter((field) => field.stored), virtual: fields.filter((field) => !field.stored) }
}

/** A type of field as the runtime calls it: a generated value is an ObjectId in a document store. */
export function runtimeType(service: Service, type: FieldType): string {
  return type === 'id_field' && service.engine === 'svc_mongodb' ? 'object_id' : type
}

const PARAMETER = /(\{[^{}]*\})/

/** `/users/{username}/stories` → `/users/:username/stories`. A parameter next to other text needs a pattern, and so does a `*`, which is not a wildcard. */
export function fastifyPath(path: string): string {
  const segments = path.split('/').map((segment) => {
    if (/^\{[^{}]*\}$/.test(segment)) return `:${segment.slice(1, -1)}`
    const parts = segment.split(PARAMETER).map((part) => {
      if (PARAMETER.test(part)) return `:${part.slice(1, -1)}(^[^/]+?)`
      return decoded(part)
        .replaceAll(':', '::')
        .replaceAll('*', String.raw`:_(^\*)`)
    })
    return parts.join('')
  })
  return segments.join('/')
}

/** Decodes text of a path as the router decodes that of a request: all but reserved characters. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%(?!25)[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURI(escapes)
    } catch {
      return escapes
    }
  })
}

/** Returns the primary collection of a model: the one at the root, otherwise the nested one with the fewest parents; null without any. */
export function homeRoute(service: Service, model: Model): Route | undefined {
  return routesOf(service, model.id)
    .filter((route) => route.kind !== 'attribute')
    .toSorted(
      (a, b) => a.parents.length - b.parents.length || Number(b.kind === 'item') - Number(a.kind === 'item'),
    )[0]
}

/**
 * Path of an item for `_self`, below the base path, each parameter as the way to its value: `/stories/:id`, `/contacts/:contact/emails/:id`; where
 * a parent has parents, over these: `/contacts/:phone.contact/phones/:phone/places/:id` (SPEC 6). A user model that has no collection, and that nothing
 * refers to, is shown to the caller alone, as `/users/self` (SPEC 10).
 */
export function documentPath(service: Service, model: Model): string | null {
  const route = homeRoute(service, model)
  if (route === undefined)
    return service.auth?.model === model.id && model.relations.length === 0 ? '/users/self' : null
  const ways = waysToParents(service, route)
  const parts = route.path.split(PARAMETER)
  const path = parts
    .map((part) => (PARAMETER.test(part) ? `:${ways.get(part.slice(1, -1)) ?? model.key}` : decoded(part)))
    .join('')
  return route.kind === 'collection' ? `${path}/:${model.key}` : path
}

/** For the parameter of each parent: the back-references that lead to it from an item of the route, nearest first. */
function waysToParents(service: Service, route: Route): ReadonlyMap<string, string> {
  const ways = new Map<string, string>()
  const steps: string[] = []
  for (const { model, field, param } of route.parents.toReversed()) {
    const end = modelOf(service, model).relations.find(({ name }) => name === field)
    if (end === undefined) break
    const relation = relationWith(service, end.relation)
    steps.push(end.side === 'one' ? relation.backref : relation.field)
    if (param !== null) ways.set(param, steps.join('.'))
  }
  return ways
}

/** The singular and plural name of a model in prose: "user profile", "user profiles". */
export function spokenNames({ names }: Model): { readonly one: string; readonly many: string } {
  const spoken = (name: string): string => words(name).join(' ').toLowerCase()
  const many = names.plural === `${names.var}List` ? names.var : names.plural
  return { one: spoken(names.var), many: spoken(many) }
}

/** The relation that an end belongs to. */
export function relationOf(service: Service, end: RelationEnd): Relation {
  return relationWith(service, end.relation)
}
