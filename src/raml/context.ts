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
  /** The root's, or null. */
  readonly mediaType: string | null
  /** The root's, or those of its `baseUri`. */
  readonly protocols: readonly string[]
  readonly schemas: ReadonlyMap<string, NamedSchema>
  readonly traits: Declarations
  readonly resourceTypes: Declarations
  readonly securitySchemes: Declarations
}

/** A place in a trait or resource type, for one of its uses. */
export interface InheritedSpan extends Span {
  /** The place in a resource or method that led to this use. */
  readonly usedAt: Span
}

/** Where an inherited part was used; null for what was not inherited. */
export function usedAtOf(at: Span): Span | null {
  return isInherited(at) ? at.usedAt : null
}

function isInherited(at: Span): at is InheritedSpan {
  return 'usedAt' in at
}

/** Reports a problem; for one in an inherited part, the place that used it is added. */
export function report(context: Context, code: Code, problem: Report & { readonly at: Span }): void {
  const usedAt = usedAtOf(problem.at)
  const used = usedAt === null ? [] : [{ message: 'Used here', at: usedAt }]
  context.collector.report(code, { ...problem, related: [...(problem.related ?? []), ...used] })
}
