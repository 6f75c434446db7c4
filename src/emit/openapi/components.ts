import type { Json, Model, Service } from '../../ir/index.js'
import { sortedBy } from '../../naming/order.js'
import { RESPONSE_SCHEMAS } from './schemas/response-schemas.js'
import { bodySchemas } from './schemas/body-schemas.js'
import { HEADERS } from './operations/content.js'
import { documentSchemas } from './schemas/document-schemas.js'
import { HEADER_PARAMETERS } from './operations/exchanges.js'
import { isObject, type JsonObject } from '../json.js'
import { problemResponses, problemSchema } from './operations/problems.js'
import { parameterComponents, querySchemas, SHARED_PARAMETERS } from './operations/query-parameters.js'
import { relocated } from './schemas/relocated.js'
import { COMPONENT_KINDS, type ComponentKind, targetOf } from './references.js'

/**
 * Returns the components to which a part of the document refers, directly or indirectly, grouped by kind and sorted by
 * name.
 */
export function componentsFor(service: Service, user: JsonObject): JsonObject {
  const find = componentFinder(service)
  const found: Readonly<Record<ComponentKind, Map<string, JsonObject>>> = {
    headers: new Map(),
    parameters: new Map(),
    responses: new Map(),
    schemas: new Map(),
  }
  const users = [user]
  for (const each of users) {
    for (const reference of referencesIn(each)) {
      const target = targetOf(reference)
      if (target === null || found[target.kind].has(target.name)) continue
      const component = find(target.kind, target.name)
      if (component === undefined) continue
      found[target.kind].set(target.name, component)
      users.push(component)
    }
  }
  const kinds = COMPONENT_KINDS.filter((kind) => found[kind].size > 0)
  return Object.fromEntries(
    kinds.map((kind) => [kind, Object.fromEntries(sortedBy(found[kind], ([name]) => name))]),
  )
}

function referencesIn(value: Json, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return found
  if (isObject(value) && typeof value['$ref'] === 'string') found.add(value['$ref'])
  for (const each of Object.values(value)) referencesIn(each, found)
  return found
}

type Find = (kind: ComponentKind, name: string) => JsonObject | undefined

/**
 * Returns a function that finds shared components and model components. The names of a model's components begin with
 * the model's type and a dot.
 */
function componentFinder(service: Service): Find {
  const shared: Readonly<Record<ComponentKind, JsonObject>> = {
    schemas: {
      ...declaredSchemas(service),
      ...RESPONSE_SCHEMAS,
      ...querySchemas(service),
      ...problemSchema(service),
    },
    responses: problemResponses(service),
    parameters: { ...SHARED_PARAMETERS, ...HEADER_PARAMETERS },
    headers: HEADERS,
  }
  const models = new Map(service.models.map((model) => [model.names.type, model]))
  const ofModels = new Map<Model, ReadonlyMap<string, () => JsonObject>>()
  return (kind, name) => {
    const value = Object.hasOwn(shared[kind], name) ? shared[kind][name] : undefined
    if (isObject(value)) return value
    const model = models.get(name.split('.', 1).join())
    if (model === undefined) return undefined
    const components = ofModels.get(model) ?? modelComponents(service, model)
    ofModels.set(model, components)
    return components.get(`${kind}/${name}`)?.()
  }
}

/** Returns the shared schemas of an OpenAPI document under their own names. */
function declaredSchemas({ schemas = {} }: Service): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, relocated(schema, '#/components/schemas')]),
  )
}

function modelComponents(service: Service, model: Model): ReadonlyMap<string, () => JsonObject> {
  const schemas = [...documentSchemas(service, model), ...bodySchemas(service, model)]
  const parameters = parameterComponents(service, model)
  return new Map([
    ...schemas.map(([name, make]) => [`schemas/${name}`, make] as const),
    ...parameters.map(([name, parameter]) => [`parameters/${name}`, () => parameter] as const),
  ])
}
