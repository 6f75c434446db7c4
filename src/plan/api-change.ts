/** A difference that clients of the service can see (SPEC 2, `plan`). */
export interface ApiChange {
  /** In words: `removed`, `is required now`. */
  readonly change: string
  /** A client that did well before may do so no longer. */
  readonly breaking: boolean
  /** `GET /stories/{id}`, `Story.title`, or `Story`. */
  readonly where: string
}
