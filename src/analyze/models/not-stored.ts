import type { Collector } from '../../diagnostics/collector.js'
import type { Related } from '../../diagnostics/diagnostic.js'
import type { Model } from '../../ir/index.js'
import type { Span } from '../../source/span.js'

/**
 * Why no model serves a resource and its nested resources: because there is no schema, because no model can support the
 * schema or the path, or because an error has already been reported.
 */
export type Reason =
  | { readonly kind: 'bare' }
  /** `at` is the part of the schema that cannot be stored, if known. */
  | { readonly kind: 'unsupported'; readonly why: string; readonly at?: Span | null }
  | { readonly kind: 'reported' }

/** A resource whose schema no model can support. */
export interface Unstored {
  readonly path: string
  readonly at: Span
  readonly why: string
  /** The part of the schema that cannot be stored, if known. */
  readonly cause: Span | null
}

/**
 * Issues one warning for all resources whose schema no model can support. Their operations are custom
 * actions.
 */
export function reportNotStored(resources: readonly Unstored[], collector: Collector): void {
  const inOrder = resources.toSorted((a, b) => a.at.start - b.at.start)
  const [first] = inOrder
  if (first === undefined) return
  const firstAtPlace = new Map<string, Related>()
  for (const { why, cause } of inOrder) {
    const key = `${cause?.file.path} ${cause?.start}`
    if (cause !== null && !firstAtPlace.has(key)) firstAtPlace.set(key, { message: why, at: cause })
  }
  collector.report('SVC4021', {
    message: `No model serves ${inOrder.map(({ path, why }) => `"${path}" (${why})`).join(', ')}`,
    at: first.at,
    related: [...firstAtPlace.values()],
    help: 'Add "_db_settings" to the properties that should be stored, or write the actions',
  })
}

/** Returns whether one of the models has no `_db_settings`, in which case a problem between them is only a warning. */
export function hasPlainModel(...models: readonly (Model | undefined)[]): boolean {
  return models.some((model) => model?.plain === true)
}
