import type { Field, FieldType, Model, Relation, RelationEnd, Route, Service } from '../../ir/index.js'

/** The node with this id. @throws Error where the IR is not whole, which is a fault of the tool */
export function byId<T extends { readonly id: string }>(nodes: readonly T[], id: string): T {
  const node: T | undefined = nodes[indexOf(nodes).get(id) ?? -1]
  if (node === undefined) throw new Error(`the IR has no node ${id}`)
  return node
}

const indexes = new WeakMap<readonly object[], ReadonlyMap<string, number>>()

/** Where each node stands; made once for a list, since there may be thousands. */
function indexOf(nodes: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  const index = indexes.get(nodes) ?? new Map(nodes.map(({ id }, at) => [id, at]))
  indexes.set(nodes, index)
  return index
}

const grouped = new WeakMap<
  readonly Route[],
  { readonly byPath: Map<string, Route[]>; readonly byModel: Map<string, Route[]> }
>()

function groupsOf({ routes }: Service): {
  readonly byPath: Map<string, Route[]>
  readonly byModel: Map<string, Route[]>
} {
  const groups = grouped.get(routes) ?? {
    byPath: groupBy(routes, ({ path }) => path),
    byModel: groupBy(routes, ({ model }) => model),
  }
  grouped.set(routes, groups)
  return groups
}

/** The routes by a key of theirs, in their order. */
export function groupBy(routes: readonly Route[], keyOf: (route: Route) => string): Map<string, Route[]> {
  const groups = new Map<string, Route[]>()
  for (const route of routes) {
    const group = groups.get(keyOf(route))
    if (group === undefined) groups.set(keyOf(route), [route])
    else group.push(route)
  }
  return groups
}

/** A function of a model that is worked out once for each. */
export function oncePerModel<T>(
  make: (service: Service, model: Model) => T,
): (service: Service, model: Model) => T {
  const known = new WeakMap<Service, Map<string, T>>()
  return (service, model) => {
    const ofService = known.get(service) ?? new Map<string, T>()
    known.set(service, ofService)
    const made = ofService.get(model.id) ?? make(service, model)
    ofService.set(model.id, made)
    return made
  }
}

/** The routes at a path. */
export function routesAt(service: Service, path: string): readonly Route[] {
  return groupsOf(service).byPath.get(path) ?? []
}

/** A model's fields by what becomes of them. Foreign keys are in neither list: the back-reference stands for them. */
export function fieldsOfModel(model: Model): { stored: readonly Field[]; virtual: readonly Field[] } {
  const fields = model.fields.filter((field) => field.type !== 'foreign_key')
  return { stored: fields.filter((field) => field.stored), virtual: fields.filter((field) => !field.stored) }
}

/** A type of field as the runtime calls it: a generated value is an ObjectId in a document store. */
export function runtimeType(service: Service, type: FieldType): string {
  return type === 'id_field' && service.engine === 'svc_mongodb' ? 'object_id' : type
}

/** `/users/{username}/stories` → `/users/:username/stories`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ':$1')
}

/** The collection where an item of the model is at home: at the root, failing that the least deep nested one; null without any. */
export function homeRoute(service: Service, model: Model): Route | undefined {
  return (groupsOf(service).byModel.get(model.id) ?? [])
    .filter((route) => route.kind !== 'attribute')
    .toSorted(
      (a, b) => a.parents.length - b.parents.length || Number(b.kind === 'item') - Number(a.kind === 'item'),
    )[0]
}

/**
 * Path of an item for `_self`, below the base path, each parameter as the way to its value: `/stories/:id`, `/contacts/:contact/emails/:id`; where
 * a parent has parents, over these: `/contacts/:phone.contact/phones/:phone/places/:id` (SPEC 6).
 */
export function documentPath(service: Service, model: Model): string | null {
  const route = homeRoute(service, model)
  if (route === undefined) return null
  const ways = waysToParents(service, route)
  const path = route.path.replaceAll(/\{([^}]+)\}/g, (_, param: string) => `:${ways.get(param) ?? model.key}`)
  return route.kind === 'collection' ? `${path}/:${model.key}` : path
}

/** For the parameter of each parent: the back-references that lead to it from an item of the route, nearest first. */
function waysToParents(service: Service, route: Route): ReadonlyMap<string, string> {
  const ways = new Map<string, string>()
  const steps: string[] = []
  for (const { model, field, param } of route.parents.toReversed()) {
    const end = byId(service.models, model).relations.find(({ name }) => name === field)
    if (end === undefined) break
    const relation = byId(service.relations, end.relation)
    steps.push(end.side === 'one' ? relation.backref : relation.field)
    if (param !== null) ways.set(param, steps.join('.'))
  }
  return ways
}

/** The relation that an end belongs to. */
export function relationOf(service: Service, end: RelationEnd): Relation {
  return byId(service.relations, end.relation)
}
