import type { Json, Model, Service } from '../../ir/index.js'
import { sortedBy } from '../../naming/order.js'
import { type JsonPlace, jsonText, objectText, type Printer } from '../json-text.js'
import { oncePerModel } from '../views/shared.js'
import { ANSWER_SCHEMAS } from './answer-schemas.js'
import { bodySchemas } from './body-schemas.js'
import { HEADERS } from './content.js'
import { documentSchemas } from './document-schemas.js'
import { HEADER_PARAMETERS } from './exchanges.js'
import type { JsonObject } from './json.js'
import { problemResponses, problemSchema } from './problems.js'
import { modelParameters, QUERY_SCHEMAS, SHARED_PARAMETERS } from './query-parameters.js'
import { COMPONENT_KINDS, type ComponentKind, referred } from './references.js'

/** The components that these references lead to, and those that these lead to in turn; by kind and name, sorted. */
export function usedComponents(
  service: Service,
  references: readonly string[],
): (readonly [kind: ComponentKind, print: Printer])[] {
  const make = componentMaker(service)
  const used = new Map(COMPONENT_KINDS.map((kind) => [kind, new Map<string, Printer>()]))
  const met = new Set(references)
  for (const text of met) {
    const { kind, name } = referred(text) ?? { kind: 'schemas', name: '' }
    const component = make(kind, name)
    if (component === undefined) continue
    const printed = jsonText(component, { indent: IN_KIND, key: name, isLast: false })
    used.get(kind)?.set(name, (place) => (place.isLast ? jsonText(component, place) : printed))
    for (const reference of printed.references) met.add(reference)
  }
  return [...used].flatMap(([kind, named]) => {
    const entries = sortedBy(named, ([name]) => name)
    return entries.length === 0 ? [] : [[kind, (place: JsonPlace) => objectText(entries, place)] as const]
  })
}

/** The indent of a component. */
const IN_KIND = ' '.repeat(6)

/** Makes components by their names when they are first referred to; those of a model begin with the name of its type, which has no dot. */
function componentMaker(service: Service): (kind: ComponentKind, name: string) => Json | undefined {
  const shared: Readonly<Record<ComponentKind, JsonObject>> = {
    schemas: { ...ANSWER_SCHEMAS, ...QUERY_SCHEMAS, ...problemSchema(service) },
    responses: problemResponses(service),
    parameters: { ...SHARED_PARAMETERS, ...HEADER_PARAMETERS },
    headers: HEADERS,
  }
  const models = new Map(service.models.map((model) => [model.names.type, model]))
  return (kind, name) => {
    if (Object.hasOwn(shared[kind], name)) return shared[kind][name]
    const model = models.get(name.split('.', 1)[0] ?? '')
    return model && OF_MODEL[kind](service, model)[name]
  }
}

const none = (): JsonObject => ({})

const OF_MODEL: Readonly<Record<ComponentKind, (service: Service, model: Model) => JsonObject>> = {
  schemas: oncePerModel((service, model) => ({
    ...documentSchemas(service, model),
    ...bodySchemas(service, model),
  })),
  responses: none,
  parameters: (service, model) => modelParameters(service, model).components,
  headers: none,
}
