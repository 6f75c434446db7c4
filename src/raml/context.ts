import type { Code } from '../diagnostics/catalogue/index.js'
import type { Collector, Report } from '../diagnostics/collector.js'
import type { Span } from '../source/span.js'
import type { NamedSchema } from './api.js'
import type { Declarations } from './declarations.js'

/** What all readers of a RAML file know. */
export interface Context {
  readonly collector: Collector
  /**
   * True inside of a trait or resource type as it is declared: parameters stand for anything, and `?` marks what is optional. What is
   * read then is only checked, not kept.
   */
  readonly isTemplate: boolean
  /** Where an inherited part was used, by the span of the part: spans are made anew for each use. */
  readonly uses: Map<Span, Span>
  /** The root's, or null. */
  readonly mediaType: string | null
  /** The root's, or those of its `baseUri`. */
  readonly protocols: readonly string[]
  readonly schemas: ReadonlyMap<string, NamedSchema>
  readonly traits: Declarations
  readonly resourceTypes: Declarations
  readonly securitySchemes: Declarations
}

/** Reports a problem; for one in an inherited part, the place that used it is added. */
export function report(context: Context, code: Code, problem: Report & { readonly at: Span }): void {
  const usedAt = context.uses.get(problem.at)
  const used = usedAt === undefined ? [] : [{ message: 'Used here', at: usedAt }]
  context.collector.report(code, { ...problem, related: [...(problem.related ?? []), ...used] })
}
