import type { Field, FieldType, Model, Route, Service } from '../../ir/index.js'

/** The node with this id. @throws Error where the IR is not whole, which is a fault of the tool. */
export function byId<T extends { readonly id: string }>(nodes: readonly T[], id: string): T {
  const node = nodes.find((candidate) => candidate.id === id)
  if (node === undefined) throw new Error(`the IR has no node ${id}`)
  return node
}

/** A model's fields by what becomes of them. Foreign keys are in neither list: the back-reference stands for them. */
export function fieldsOfModel(
  _service: Service,
  model: Model,
): { stored: readonly Field[]; virtual: readonly Field[] } {
  const fields = model.fields.filter((field) => field.type !== 'foreign_key')
  return { stored: fields.filter((field) => field.stored), virtual: fields.filter((field) => !field.stored) }
}

/** The type as the runtime calls it: the generated key of a document store is an ObjectId. */
export function runtimeType(service: Service, type: FieldType): string {
  return type === 'id_field' && service.engine === 'svc_mongodb' ? 'object_id' : type
}

/** `/users/{username}/stories` → `/users/:username/stories`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ':$1')
}

/** The collection where an item of the model is at home: at the root, failing that the least deep nested one; null without any. */
export function homeRoute(service: Service, model: Model): Route | undefined {
  return service.routes
    .filter((route) => route.model === model.id && route.kind !== 'attribute')
    .toSorted(
      (a, b) => a.parents.length - b.parents.length || Number(b.kind === 'item') - Number(a.kind === 'item'),
    )[0]
}

/**
 * Path of an item for `_self`, below the base path, parameters as `:field` of the item itself: `/stories/:id`,
 * `/contacts/:contact/emails/:id` (SPEC 6).
 */
export function documentPath(service: Service, model: Model): string | null {
  const route = homeRoute(service, model)
  if (route === undefined) return null
  if (route.kind === 'singular') return fastifyPath(route.path)
  const collection = route.kind === 'item' ? route.path.replace(/\/\{[^}]+\}$/, '') : route.path
  return `${fastifyPath(collection)}/:${model.key}`
}
