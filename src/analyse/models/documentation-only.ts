import type { Collector } from '../../diagnostics/collector.js'
import type { Related } from '../../diagnostics/diagnostic.js'
import type { Model } from '../../ir/index.js'
import type { Span } from '../../source/span.js'

/** Why a resource makes no routes: it has no schema; it has one that cannot be stored; or an error tells. What is below it shares the reason. */
export type Reason =
  | { readonly kind: 'bare' }
  /** `at` is a place in the schema, where the reason has one. */
  | { readonly kind: 'unfit'; readonly why: string; readonly at?: Span | null }
  | { readonly kind: 'reported' }

/** A resource that makes no routes. */
export interface Skipped {
  readonly path: string
  readonly at: Span
  readonly reason: Reason
}

/** Tells of what only documents: one warning, at the first, that names all (SPEC 1.1), and one for what has schemas that do not fit (SPEC 1.2). */
export function reportSkipped(skipped: readonly Skipped[], collector: Collector): void {
  const inOrder = [...skipped].sort((a, b) => a.at.start - b.at.start)
  const bare = inOrder.filter(({ reason }) => reason.kind === 'bare')
  const [firstBare] = bare
  if (firstBare !== undefined) {
    collector.report('SVC4001', {
      message: `Without a JSON schema there is nothing to store: ${namesOf(bare)} ${bare.length === 1 ? 'is' : 'are'} documentation only`,
      at: firstBare.at,
      help: 'Give a collection a POST with an application/json body and a schema',
    })
  }
  const unfit = inOrder.flatMap(({ path, at, reason }) =>
    reason.kind === 'unfit' ? [{ path, at, why: reason.why, place: reason.at ?? null }] : [],
  )
  const [firstUnfit] = unfit
  if (firstUnfit === undefined) return
  const firstAtPlace = new Map<string, Related>()
  for (const { why, place } of unfit) {
    const key = `${place?.file.path} ${place?.start}`
    if (place !== null && !firstAtPlace.has(key)) firstAtPlace.set(key, { message: why, at: place })
  }
  collector.report('SVC4021', {
    message: `Documentation only: ${unfit.map(({ path, why }) => `"${path}" (${why})`).join(', ')}`,
    at: firstUnfit.at,
    related: [...firstAtPlace.values()],
    help: 'Add "_db_settings" to the properties that are to be stored',
  })
}

/** Tells whether what does not fit gives way to a warning: where one of the two has no `_db_settings`. */
export function hasPlainEnd(...models: readonly (Model | undefined)[]): boolean {
  return models.some((model) => model?.plain === true)
}

function namesOf(skipped: readonly Skipped[]): string {
  return skipped.map(({ path }) => `"${path}"`).join(', ')
}
