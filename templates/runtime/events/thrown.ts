import { inspect } from 'node:util'

/**
 * What a function of the user's threw, as an error whose line in the log names the function and its file. An error stays the one that it is, so
 * that its kind decides the status.
 */
export function named(thrown: unknown, handler: string, handlerFile: string | undefined): Error {
  const error =
    thrown instanceof Error && Object.isExtensible(thrown)
      ? thrown
      : new Error(`threw ${inspect(thrown)}`, { cause: thrown })
  return Object.assign(error, { handler, handlerFile })
}
