import type { Span } from '../source/span.js'
import type { Code } from './catalogue/index.js'

export type Severity = 'error' | 'warning'

/** Another place that has to do with a problem, and what it has to do with it. */
export interface Related {
  readonly message: string
  readonly at: Span
}

/** A problem in the user's input (SPEC 3). */
export interface Diagnostic {
  readonly code: Code
  readonly severity: Severity
  /** What is wrong, in one sentence without a full stop; names are in double quotes. */
  readonly message: string
  /** Null for what has no place in a file: a folder that cannot be written, a file that is missing. */
  readonly at: Span | null
  readonly related: readonly Related[]
  /** How to mend it, in one sentence; null where the message says it all. */
  readonly help: string | null
}
