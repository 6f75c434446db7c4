import type { Span } from '../source/span.js'
import type { Severity } from './catalog/entry.js'
import type { Code } from './catalog/index.js'

/** Another location related to a problem. The message says how the location is related. */
export interface Related {
  readonly message: string
  readonly at: Span
}

export interface Diagnostic {
  readonly code: Code
  readonly severity: Severity
  /** What is wrong: a sentence without a period, with names in double quotes. */
  readonly message: string
  /** Null for a problem without a source location, such as a missing file. */
  readonly at: Span | null
  readonly related: readonly Related[]
  /** How to fix the problem, as an imperative sentence, or null if the message is enough. */
  readonly help: string | null
}
