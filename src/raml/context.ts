import type { Code } from '../diagnostics/catalog/index.js'
import type { Collector, NewDiagnostic } from '../diagnostics/collector.js'
import type { Node, ScalarNode } from '../source/node.js'
import type { Span } from '../source/span.js'
import type { SecurityScheme } from '../api/api.js'

/** A trait, resource type, security scheme or schema declared at the root, unprocessed. */
export interface Declaration {
  readonly name: string
  readonly nameAt: Span
  readonly value: Node
  /** The `<<parameters>>` of a trait or resource type, each with the location of its first use. */
  readonly parameters: ReadonlyMap<string, Span>
}

/** The declarations in one of the root-level lists. */
export interface Declarations {
  readonly byName: ReadonlyMap<string, Declaration>
  /** False if a part of the list could not be read, in which case that part might have declared any name. */
  readonly isComplete: boolean
}

/** An entry in the root's `schemas`. Its text can be JSON, XML or anything else. */
export interface DeclaredSchema {
  readonly name: string
  readonly nameAt: Span
  /** Marked as faulty if the schema could not be read. The error has already been reported. */
  readonly text: ScalarNode
}

/** The state shared by all readers of a RAML file. */
export interface Context {
  readonly collector: Collector
  /** True in a trait or resource type, which is only validated: parameters have any value, `?` marks optional parts. */
  readonly isTemplate: boolean
  readonly mediaType: string | null
  readonly schemas: ReadonlyMap<string, DeclaredSchema>
  readonly traits: Declarations
  readonly resourceTypes: Declarations
  readonly securitySchemes: Declarations
  /** The security schemes that could be read. Empty while they are being read. */
  readonly schemes: ReadonlyMap<string, SecurityScheme>
}

/** A span in a trait or resource type, together with a location where that trait or type is used. */
export interface InheritedSpan extends Span {
  readonly usedAt: Span
}

/** Returns where an inherited part is used, or null if the part is not inherited. */
export function usedAtOf(at: Span): Span | null {
  return isInherited(at) ? at.usedAt : null
}

function isInherited(at: Span): at is InheritedSpan {
  return 'usedAt' in at
}

/** Reports a problem. For an inherited part, adds the location where it is used. */
export function report(context: Context, code: Code, problem: NewDiagnostic & { readonly at: Span }): void {
  const usedAt = usedAtOf(problem.at)
  const used = usedAt === null ? [] : [{ message: 'Used here', at: usedAt }]
  context.collector.report(code, { ...problem, related: [...(problem.related ?? []), ...used] })
}
