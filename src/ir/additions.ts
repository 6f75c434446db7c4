/** Marks the parts of a served OpenAPI document that are not in the author's. They are ignored in the input. */
export const ADDED = 'x-svcgen-added'

/** The key of an operation's statuses that its author does not declare. */
export const OTHER_RESPONSES = 'x-svcgen-responses'
