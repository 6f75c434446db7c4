import type { FastifyRequest } from 'fastify'
import type { Json } from '../json.js'
import type { DeclaredError, ErrorBodies } from './parts.js'

/** Returns the body of an error. */
export type ErrorBodyFunction<Schema extends string, Body> = (
  error: DeclaredError<Schema>,
  context: { readonly request: FastifyRequest },
) => Body | Promise<Body>

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
