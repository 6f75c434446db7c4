import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import type { Problem } from '../server/problem.js'

/** An error whose body your function makes, and the name of the schema that the API's document declares for it. */
export interface DeclaredError<Schema extends string = string> extends Problem {
  readonly schema: Schema
}

/** Returns the body of an error. */
export type ErrorBodyFunction<Schema extends string, Body> = (
  error: DeclaredError<Schema>,
  context: { readonly request: FastifyRequest },
) => Body | Promise<Body>

/** Makes the body of an error; undefined if your function fails. */
export type ErrorBodies = (error: DeclaredError, request: FastifyRequest) => Promise<Json | undefined>

/** Returns a function that calls yours. Its failures are logged, because the error itself is what clients must learn. */
export function errorBodies(
  call: (name: 'error_body', ...args: unknown[]) => Promise<Json | undefined>,
): ErrorBodies {
  return async (error, request) => {
    try {
      return await call('error_body', error, { request })
    } catch (thrown) {
      request.log.error({ err: thrown }, 'the declared body of an error could not be made')
      return undefined
    }
  }
}
