import type { Severity } from '../diagnostic.js'

/** The explanation of a code that `svcgen explain <code>` prints. */
export interface CatalogEntry {
  readonly severity: Severity
  /** The problem in a few words: `Duplicate key`. */
  readonly title: string
  /** What the code means and why it is a problem, in a sentence or two. */
  readonly meaning: string
  /** A minimal input that has the problem. */
  readonly example: string
  /** How to fix the example: a sentence, or the corrected text. */
  readonly fix: string
}
