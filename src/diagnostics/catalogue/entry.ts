import type { Severity } from '../diagnostic.js'

/** What `svcgen explain <code>` tells of a code. */
export interface CatalogueEntry {
  readonly severity: Severity
  /** The problem in a few words: `Duplicate key`. */
  readonly title: string
  /** What it means and why it is one, in a sentence or two. */
  readonly meaning: string
  /** A small input that has the problem. */
  readonly example: string
  /** How to mend the example, in a sentence or as mended text. */
  readonly mend: string
}
