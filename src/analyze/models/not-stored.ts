import type { Collector } from '../../diagnostics/collector.js'
import type { Related } from '../../diagnostics/diagnostic.js'
import type { Model } from '../../ir/index.js'
import { listed } from '../../naming/phrases.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Span } from '../../source/span.js'

/** Why no model serves a resource: it has no schema, its schema or path is unsupported, or an error was reported. */
export type Reason =
  | { readonly kind: 'bare' }
  /** `at` is the part of the schema that cannot be stored, if known. */
  | { readonly kind: 'unsupported'; readonly why: string; readonly at?: Span | null }
  | { readonly kind: 'reported' }

export interface Unstored {
  readonly path: string
  readonly at: Span
  readonly why: string
  readonly cause: Span | null
}

/** Issues one warning for all resources whose schema no model can support. */
export function reportNotStored(resources: readonly Unstored[], collector: Collector): void {
  const inOrder = resources.toSorted((a, b) => a.at.start - b.at.start)
  const [first] = inOrder
  if (first === undefined) return
  const firstAtSpan = new Map<string, Related>()
  for (const { why, cause } of inOrder) {
    const key = `${cause?.file.path} ${cause?.start}`
    if (cause !== null && !firstAtSpan.has(key)) firstAtSpan.set(key, { message: why, at: cause })
  }
  collector.report('SVC4021', {
    message: `No model serves ${inOrder.map(({ path, why }) => `"${path}" (${why})`).join(', ')}`,
    at: first.at,
    related: [...firstAtSpan.values()],
    help: 'Add "_db_settings" to the properties that should be stored, or write the actions',
  })
}

/** An operation whose body is not stored because its schema has no `_db_settings`, and where the schema is used. */
export interface PlainBody {
  readonly id: string
  readonly at: Span
}

/** Issues one warning for all custom actions whose schemas, unlike others, have no `_db_settings`. */
export function reportPlainBodies(operations: readonly PlainBody[], collector: Collector): void {
  const [first, ...others] = operations.toSorted((a, b) => a.at.start - b.at.start)
  if (first === undefined) return
  const ids = [first, ...others].map(({ id }) => id)
  collector.report('SVC4033', {
    message:
      others.length === 0
        ? `The schema of ${first.id} has no "_db_settings"; it is a custom action, and nothing is stored`
        : `The schemas of ${listed(ids)} have no "_db_settings"; they are custom actions, and nothing is stored`,
    at: first.at,
    help: 'Add "_stored": false to the schema to confirm this, or "_stored": true to store its properties',
  })
}

/** Returns whether one of the models has no `_db_settings`, in which case a problem between them is only a warning. */
export function hasPlainModel(...models: readonly (Model | undefined)[]): boolean {
  return models.some((model) => model?.plain === true)
}

/** Issues one warning for all schemas without `_db_settings` and `_stored`, located at the first of them. */
export function reportPlainSchemas(
  declared: Iterable<{ readonly model: string; readonly schema: ModelSchema }>,
  models: readonly Model[],
  collector: Collector,
): void {
  const ids = new Set(models.filter((model) => model.plain).map(({ id }) => id))
  const plain = [...declared].filter(({ model, schema }) => ids.has(model) && schema.stored === null)
  const [first] = plain
  if (first === undefined) return
  const names = listed(
    plain.map(({ model }) => model),
    'or',
  )
  collector.report('SVC4002', {
    message: `No property of ${names} has "_db_settings"; all properties are stored, with types derived from their JSON types`,
    at: first.schema.at,
    help: 'Add "_db_settings" to control what is stored, and how',
  })
}
