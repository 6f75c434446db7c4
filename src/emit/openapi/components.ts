import type { Model, Service } from '../../ir/index.js'
import { compareText, sortedBy } from '../../naming/order.js'
import type { Entries } from '../json-text.js'
import { fixedPart, type Part, type Parts } from '../parts.js'
import { modelOf } from '../traced.js'
import { ANSWER_SCHEMAS } from './answer-schemas.js'
import { bodySchemas } from './body-schemas.js'
import { HEADERS } from './content.js'
import { documentSchemas } from './document-schemas.js'
import { HEADER_PARAMETERS } from './exchanges.js'
import type { JsonObject } from './json.js'
import { problemResponses, problemSchema } from './problems.js'
import { parameterComponents, querySchemas, SHARED_PARAMETERS } from './query-parameters.js'
import { COMPONENT_KINDS, type ComponentKind, type Target, targetOf } from './references.js'

/** Components of one kind that stand together, as they are of one model; or one that all models share. */
interface Group {
  readonly kind: ComponentKind
  /** The groups of a kind are sorted by it. */
  readonly name: string
  /** Those of the components that something refers to. */
  part(): Part
}

/** The components that these parts refer to, and those that these refer to in turn; by kind and name, sorted. */
export function componentsFor(
  service: Service,
  parts: Parts,
  users: readonly Part[],
): readonly (readonly [kind: ComponentKind, components: readonly Part[]])[] {
  const groupOf = groupFinder(service, parts)
  const made = new Map<Group, Part>()
  const met = new Set<string>()
  for (let latest = users; latest.length > 0;) {
    const grown = new Set<Group>()
    for (const { references } of latest)
      for (const text of references) {
        if (met.has(text)) continue
        met.add(text)
        const group = groupOf(targetOf(text))
        if (group !== null) grown.add(group)
      }
    latest = [...grown].map((group) => {
      const part = group.part()
      made.set(group, part)
      return part
    })
  }
  const sorted = sortedBy(made, ([{ name }]) => name)
  return COMPONENT_KINDS.flatMap((kind) => {
    const ofKind = sorted.filter(([group]) => group.kind === kind)
    return ofKind.length === 0 ? [] : [[kind, ofKind.map(([, part]) => part)]]
  })
}

const INDENT = ' '.repeat(6)

/** Finds the group that has a component, and counts the component among those that are used. One of a model begins with the name of its type, which has no dot. */
function groupFinder(service: Service, parts: Parts): (target: Target | null) => Group | null {
  const shared: Readonly<Record<ComponentKind, JsonObject>> = {
    schemas: { ...ANSWER_SCHEMAS, ...querySchemas(service), ...problemSchema(service) },
    responses: problemResponses(service),
    parameters: { ...SHARED_PARAMETERS, ...HEADER_PARAMETERS },
    headers: HEADERS,
  }
  const models = new Map(service.models.map((model) => [model.names.type, model]))
  const groups = new Map<string, ModelGroup>()
  return (target) => {
    if (target === null) return null
    const { kind, name } = target
    const value = Object.hasOwn(shared[kind], name) ? shared[kind][name] : undefined
    if (value !== undefined) return { kind, name, part: () => fixedPart([[name, value]], INDENT) }
    const [type = ''] = name.split('.', 1)
    const model = models.get(type)
    if (model === undefined) return null
    const key = `${kind} ${model.id}`
    const group = groups.get(key) ?? new ModelGroup(kind, model, parts)
    groups.set(key, group)
    group.use(name)
    return group
  }
}

class ModelGroup implements Group {
  readonly kind: ComponentKind
  readonly name: string
  readonly #model: string
  readonly #parts: Parts
  readonly #used = new Set<string>()

  constructor(kind: ComponentKind, { id, names }: Model, parts: Parts) {
    this.kind = kind
    this.name = names.type
    this.#model = id
    this.#parts = parts
  }

  use(name: string): void {
    this.#used.add(name)
  }

  part(): Part {
    const names = [...this.#used].toSorted(compareText)
    return this.#parts.of(`${this.kind} ${this.#model}`, names.join(), INDENT, (service) =>
      OF_MODEL[this.kind](service, modelOf(service, this.#model), names),
    )
  }
}

type OfModel = (service: Service, model: Model, names: readonly string[]) => Entries

const none: OfModel = () => []

/** The components of a model by kind. Parameters are used all or none. */
const OF_MODEL: Readonly<Record<ComponentKind, OfModel>> = {
  schemas: (service, model, names) => {
    const schemas = new Map([...documentSchemas(service, model), ...bodySchemas(service, model)])
    return names.flatMap((name) => {
      const schema = schemas.get(name)
      return schema === undefined ? [] : [[name, schema()] as const]
    })
  },
  responses: none,
  parameters: parameterComponents,
  headers: none,
}
