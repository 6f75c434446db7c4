import type { Severity } from '../diagnostic.js'

/** The page of a code in `svcgen explain <code>`. */
export interface CatalogueEntry {
  readonly severity: Severity
  /** The problem in a few words: `Duplicate key`. */
  readonly title: string
  /** What it means and why it is a problem, in a sentence or two. */
  readonly meaning: string
  /** A small input that has the problem. */
  readonly example: string
  /** How to fix the example: a sentence, or the corrected text. */
  readonly fix: string
}
