export type Severity = 'error' | 'warning'

/** The explanation of a code, as printed by `svcgen explain <code>`. */
export interface CatalogEntry {
  readonly severity: Severity
  /** The problem in a few words: `Duplicate key`. */
  readonly title: string
  /** What the code means and why this is a problem, in a sentence or two. */
  readonly meaning: string
  /** A minimal input with the problem. */
  readonly example: string
  /** How to fix the example: a sentence, or the corrected text. */
  readonly fix: string
}

/** An entry in the tables of codes. A code is an error unless its entry has another severity. */
export type WrittenEntry = Omit<CatalogEntry, 'severity'> & Partial<Pick<CatalogEntry, 'severity'>>
