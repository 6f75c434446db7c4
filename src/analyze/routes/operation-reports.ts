import type { Api, Method, NamedSchema, Resource, SchemaUse } from '../../api/api.js'
import { Collector } from '../../diagnostics/collector.js'
import type { Model } from '../../ir/index.js'
import { typeName } from '../../naming/model-names.js'
import { propertySchemas } from '../../schema/access-keys.js'
import type { Span } from '../../source/span.js'
import type { SpannedAction } from '../actions/custom-action.js'
import { jsonIn, Recognition, resultsOf } from '../models/recognized.js'
import { lackOf } from './idle-components.js'
import type { SpannedRoute } from './routes.js'

/** How a declared operation is answered. */
export interface OperationReport {
  /** Such as `GET /pets`. */
  readonly id: string
  readonly operationId: string | null
  /**
   * As declared (`contract`), in svcgen's own form (`svcgen`), by a function (`own`), or not at all because of errors in
   * the document (`nothing`).
   */
  readonly answers: 'contract' | 'svcgen' | 'own' | 'nothing'
  /** What the operation lacks so that stored items answer it as declared, and the line that adds it. */
  readonly lacks: { readonly message: string; readonly line: string } | null
  readonly at: Span
}

export interface OperationSource {
  readonly api: Api
  readonly routes: readonly SpannedRoute[]
  readonly actions: readonly SpannedAction[]
  readonly models: readonly Model[]
}

/** Returns how each operation of an API is answered, in source order. */
export function operationReports({
  api,
  routes,
  actions,
  models,
}: OperationSource): readonly OperationReport[] {
  const answered = new Map<Span, OperationReport['answers']>([
    ...routes.map(({ at, contract }) => [at, contract === undefined ? 'svcgen' : 'contract'] as const),
    ...actions.map(({ at }) => [at, 'own'] as const),
  ])
  const lacks = new Lacks(api, models)
  const all = (resources: readonly Resource[]): readonly OperationReport[] =>
    resources.flatMap((resource) => [
      ...resource.methods.map((method): OperationReport => {
        const answers = answered.get(method.verbAt) ?? 'nothing'
        return {
          id: `${method.verb.toUpperCase()} ${resource.absolutePath}`,
          operationId: method.operationId?.name ?? null,
          answers,
          lacks: api.components === null ? null : lacks.of(answers, method, resource.absolutePath),
          at: method.verbAt,
        }
      }),
      ...all(resource.resources),
    ])
  return all(api.resources)
}

/** Finds out what operations lack. */
class Lacks {
  readonly #models: ReadonlySet<string>
  /** Recognizes components that could be stored. */
  readonly #objects: Recognition

  constructor({ schemas }: Api, models: readonly Model[]) {
    this.#models = new Set(models.map(({ id }) => id))
    this.#objects = new Recognition(new Map([...schemas].filter(([, schema]) => isObject(schema))))
  }

  of(answers: OperationReport['answers'], method: Method, path: string): OperationReport['lacks'] {
    if (answers === 'svcgen')
      return {
        message: 'declares no schema for its success response',
        line: 'content: { application/json: { schema: … } }',
      }
    if (answers !== 'own' || method.isAction) return null
    const uses: readonly SchemaUse[] = [...resultsOf(method), ...jsonIn(method.bodies)]
    const [component] = uses.flatMap((use) => this.#objects.itemIn(use) ?? this.#objects.listIn(use) ?? [])
    if (component === undefined) return null
    const model = typeName(component)
    if (model !== null && this.#models.has(model)) return lackOf(method, path, model)
    return { message: `${component} is not stored`, line: `x-stored: true, in ${component}` }
  }
}

function isObject({ source }: NamedSchema): boolean {
  const root = source.parse(new Collector())
  return root !== null && propertySchemas(root, root).size > 0 && !source.isMixin()
}
