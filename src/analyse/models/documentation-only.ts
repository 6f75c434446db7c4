import type { Collector } from '../../diagnostics/collector.js'
import type { Related } from '../../diagnostics/diagnostic.js'
import type { Model } from '../../ir/index.js'
import type { Span } from '../../source/span.js'

/** Why a resource has no routes: it has no schema, or one that cannot be stored, or an error was reported. Applies to nested resources. */
export type Reason =
  | { readonly kind: 'bare' }
  /** `at` is the span in the schema that causes it, if known. */
  | { readonly kind: 'unsupported'; readonly why: string; readonly at?: Span | null }
  | { readonly kind: 'reported' }

/** A resource without routes. */
export interface Skipped {
  readonly path: string
  readonly at: Span
  readonly reason: Reason
}

/** Reports resources without routes: one warning for those without a schema (SPEC 1.1), one for those that cannot be stored (SPEC 1.2). */
export function reportSkipped(skipped: readonly Skipped[], collector: Collector): void {
  const inOrder = [...skipped].sort((a, b) => a.at.start - b.at.start)
  const bare = inOrder.filter(({ reason }) => reason.kind === 'bare')
  const [firstBare] = bare
  if (firstBare !== undefined) {
    collector.report('SVC4001', {
      message: `Documentation only, because ${bare.length === 1 ? 'it has' : 'they have'} no JSON schema: ${namesOf(bare)}`,
      at: firstBare.at,
      help: 'To store items, add a POST method with an application/json body and a schema to the collection',
    })
  }
  const unsupported = inOrder.flatMap(({ path, at, reason }) =>
    reason.kind === 'unsupported' ? [{ path, at, why: reason.why, place: reason.at ?? null }] : [],
  )
  const [firstUnsupported] = unsupported
  if (firstUnsupported === undefined) return
  const firstAtPlace = new Map<string, Related>()
  for (const { why, place } of unsupported) {
    const key = `${place?.file.path} ${place?.start}`
    if (place !== null && !firstAtPlace.has(key)) firstAtPlace.set(key, { message: why, at: place })
  }
  collector.report('SVC4021', {
    message: `Documentation only: ${unsupported.map(({ path, why }) => `"${path}" (${why})`).join(', ')}`,
    at: firstUnsupported.at,
    related: [...firstAtPlace.values()],
    help: 'Add "_db_settings" to the properties that should be stored',
  })
}

/** Returns whether a problem between models is only a warning, because one of them has no `_db_settings`. */
export function hasPlainEnd(...models: readonly (Model | undefined)[]): boolean {
  return models.some((model) => model?.plain === true)
}

function namesOf(skipped: readonly Skipped[]): string {
  return skipped.map(({ path }) => `"${path}"`).join(', ')
}
