import type { Model, Service } from '../../ir/index.js'
import { sampleBody } from '../samples/sample-body.js'
import { requiredLinks } from './body-schemas.js'
import type { JsonObject } from './json.js'

/**
 * A body that a POST takes as it stands; undefined where none is sure to be taken, such as one that must name another item.
 * @param link the relation that the path sets; null at the root
 */
export function exampleBody(service: Service, model: Model, link: string | null): JsonObject | undefined {
  if (requiredLinks(service, model).some((name) => name !== link)) return undefined
  const sample = sampleBody(model, 1)
  return sample === null ? undefined : { ...sample.stored, ...sample.virtual }
}
