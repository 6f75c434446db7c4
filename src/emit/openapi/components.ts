import { type Json, type Service, isObject } from '../../ir/index.js'
import { sortedBy } from '../../naming/order.js'
import { RESPONSE_SCHEMAS } from './schemas/response-schemas.js'
import { bodySchemas } from './schemas/body-schemas.js'
import { HEADERS } from './operations/content.js'
import { documentSchemas } from './schemas/document-schemas.js'
import { HEADER_PARAMETERS } from './operations/exchanges.js'
import { problemResponses, problemSchema } from './operations/problems.js'
import { parameterComponents, querySchemas, SHARED_PARAMETERS } from './operations/query-parameters.js'
import { relocated } from './schemas/relocated.js'
import { type ComponentKind, pointerTo } from './references.js'
import { type JsonObject } from '../../ir/json.js'

export type Components = { readonly [kind: string]: JsonObject }

/**
 * Returns those of the components to which a part of the document refers, directly or indirectly, grouped by kind and
 * sorted by name.
 */
export function usedComponents(components: Components, user: Json): Components {
  const all = Object.entries(components)
  const byReference = new Map(
    all.flatMap(([kind, named]) =>
      Object.entries(named).map(([name, each]) => [pointerTo(kind, name), each]),
    ),
  )
  const used = new Set<string>()
  const users: Json[] = [user]
  for (const each of users) {
    for (const found of referencesIn(each)) {
      // A reference can point into a component.
      const target = found.split('/', 4).join('/')
      const component = byReference.get(target)
      if (component === undefined || used.has(target)) continue
      used.add(target)
      users.push(component)
    }
  }
  return Object.fromEntries(
    all.flatMap(([kind, named]) => {
      const ofKind = Object.entries(named).filter(([name]) => used.has(pointerTo(kind, name)))
      return ofKind.length === 0 ? [] : [[kind, Object.fromEntries(sortedBy(ofKind, ([name]) => name))]]
    }),
  )
}

function referencesIn(value: Json, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return found
  if (isObject(value) && typeof value['$ref'] === 'string') found.add(value['$ref'])
  for (const each of Object.values(value)) referencesIn(each, found)
  return found
}

/** Returns all components, grouped by kind. The names of a model's components begin with the model's type. */
export function allComponents(service: Service): Readonly<Record<ComponentKind, JsonObject>> {
  const { models, schemas = {} } = service
  const ofModels = models.flatMap((model) => [
    ...documentSchemas(service, model),
    ...bodySchemas(service, model),
  ])
  const declared = Object.entries(schemas).map(([name, schema]): [string, JsonObject] => [
    name,
    relocated(schema, '#/components/schemas'),
  ])
  return {
    headers: HEADERS,
    parameters: {
      ...Object.fromEntries(models.flatMap((model) => parameterComponents(service, model))),
      ...SHARED_PARAMETERS,
      ...HEADER_PARAMETERS,
    },
    responses: problemResponses(service),
    schemas: {
      ...Object.fromEntries([...ofModels, ...declared]),
      ...RESPONSE_SCHEMAS,
      ...querySchemas(service),
      ...problemSchema(service),
    },
  }
}
