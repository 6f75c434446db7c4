import type { FastifyRequest, RouteHandlerMethod } from 'fastify'

/**
 * Returns the handler for an OPTIONS route, which sends the path's methods in the `Allow` header.
 * @param methods the value of `Allow`: `GET, HEAD, OPTIONS`
 * @param check rejects callers without permission
 */
export function optionsHandler(
  methods: string,
  check?: (request: FastifyRequest) => Promise<void>,
): RouteHandlerMethod {
  return async (request, reply) => {
    await check?.(request)
    return reply.code(204).header('Allow', methods).send()
  }
}
