import type { Model, Service } from '../../ir/index.js'
import { sortedBy } from '../../naming/order.js'
import { type JsonPlace, objectText, type Printer } from '../json-text.js'
import type { Part, Parts } from '../parts.js'
import { ANSWER_SCHEMAS } from './answer-schemas.js'
import { bodySchemas } from './body-schemas.js'
import { HEADERS } from './content.js'
import { documentSchemas } from './document-schemas.js'
import { HEADER_PARAMETERS } from './exchanges.js'
import type { JsonObject } from './json.js'
import { problemResponses, problemSchema } from './problems.js'
import { parameterComponents, QUERY_SCHEMAS, SHARED_PARAMETERS } from './query-parameters.js'
import { COMPONENT_KINDS, type ComponentKind, referred } from './references.js'

/** The components that these references lead to, and those that these lead to in turn; by kind and name, sorted. */
export function usedComponents(
  service: Service,
  references: readonly string[],
  parts: Parts,
): (readonly [kind: ComponentKind, print: Printer])[] {
  const partOf = componentParts(service, parts)
  const used = new Map(COMPONENT_KINDS.map((kind) => [kind, new Map<string, Printer>()]))
  const met = new Set(references)
  for (const text of met) {
    const { kind, name } = referred(text) ?? { kind: 'schemas', name: '' }
    const part = partOf(kind, name)
    const component = part?.text(name, { indent: IN_KIND, key: name, isLast: false }) ?? null
    if (part === null || component === null) continue
    used.get(kind)?.set(name, (place) => parts.print(part, name, place))
    for (const reference of component.references) met.add(reference)
  }
  return [...used].flatMap(([kind, named]) => {
    const entries = sortedBy(named, ([name]) => name)
    return entries.length === 0 ? [] : [[kind, (place: JsonPlace) => objectText(entries, place)] as const]
  })
}

/** The indent of a component. */
const IN_KIND = ' '.repeat(6)

/** Finds the part of the document that makes a component: one of a model begins with the name of its type, which has no dot. */
function componentParts(service: Service, parts: Parts): (kind: ComponentKind, name: string) => Part | null {
  const shared: Readonly<Record<ComponentKind, JsonObject>> = {
    schemas: { ...ANSWER_SCHEMAS, ...QUERY_SCHEMAS, ...problemSchema(service) },
    responses: problemResponses(service),
    parameters: { ...SHARED_PARAMETERS, ...HEADER_PARAMETERS },
    headers: HEADERS,
  }
  const models = new Map(service.models.map((model) => [model.names.type, model]))
  const known = new Map<string, Part>()
  const once = (name: string, make: () => Part): Part => {
    const part = known.get(name) ?? make()
    known.set(name, part)
    return part
  }
  return (kind, name) => {
    if (Object.hasOwn(shared[kind], name))
      return once(kind, () => parts.of(kind, shared[kind], (_, values) => values))
    const model = models.get(name.split('.', 1)[0] ?? '')
    if (model === undefined) return null
    const own = `${kind} ${model.id}`
    return once(own, () => parts.of(own, model, OF_MODEL[kind]))
  }
}

const none = (): JsonObject => ({})

/** The components of a model by kind. */
const OF_MODEL: Readonly<Record<ComponentKind, (service: Service, model: Model) => JsonObject>> = {
  schemas: (service, model) => ({ ...documentSchemas(service, model), ...bodySchemas(service, model) }),
  responses: none,
  parameters: parameterComponents,
  headers: none,
}
