import type { Collector } from '../../diagnostics/collector.js'
import type { Related } from '../../diagnostics/diagnostic.js'
import type { Model } from '../../ir/index.js'
import type { Span } from '../../source/span.js'

/** Why no model serves a resource: it has no schema, or one that cannot be stored, or an error was reported. Applies to nested resources. */
export type Reason =
  | { readonly kind: 'bare' }
  /** `at` is the span in the schema that causes it, if known. */
  | { readonly kind: 'unsupported'; readonly why: string; readonly at?: Span | null }
  | { readonly kind: 'reported' }

/** A resource whose schema no model stores. */
export interface Unstored {
  readonly path: string
  readonly at: Span
  readonly why: string
  /** The span in the schema that causes it, if known. */
  readonly cause: Span | null
}

/** Reports resources whose schema no model stores, in one warning (SPEC 1.2). Their operations are custom actions. */
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
    message: `Custom actions, because no model can store the schema: ${inOrder.map(({ path, why }) => `"${path}" (${why})`).join(', ')}`,
    at: first.at,
    related: [...firstAtPlace.values()],
    help: 'Add "_db_settings" to the properties that should be stored, or write the actions',
  })
}

/** Returns whether a problem between models is only a warning, because one of them has no `_db_settings`. */
export function hasPlainEnd(...models: readonly (Model | undefined)[]): boolean {
  return models.some((model) => model?.plain === true)
}
