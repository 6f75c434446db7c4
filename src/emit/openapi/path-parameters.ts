import type { Model, Route, Service } from '../../ir/index.js'
import { modelOf } from '../../ir/lookup.js'
import type { JsonObject } from './json.js'
import { keySchema } from './value-schema.js'

/** The parameters of a route's path: keys of the items on the way, and of the item itself. */
export function pathParameters(service: Service, route: Route): JsonObject[] {
  const steps = [
    ...route.parents.map(({ param, model }) => ({ param, model })),
    { param: route.param, model: route.model },
  ]
  return steps.flatMap(({ param, model }) =>
    param === null ? [] : [pathParameter(service, modelOf(service, model), param, route.method)],
  )
}

/** OPTIONS does not look for the item, so that it takes any text. */
function pathParameter(service: Service, model: Model, name: string, method: Route['method']): JsonObject {
  const key = method === 'OPTIONS' ? { type: 'string' } : keySchema(service, model.id)
  const isCaller = service.auth?.model === model.id
  const schema = isCaller && key['type'] !== 'string' ? { anyOf: [key, { const: 'self' }] } : key
  return {
    name,
    in: 'path',
    required: true,
    description: `The ${model.key} of the ${model.id}.${isCaller ? ' `self` is the caller.' : ''}`,
    schema,
  }
}
