import type { FastifyInstance } from 'fastify'

/**
 * What a JSON API tells browsers in every answer: not to guess types, to ask again before an answer is used twice, to do nothing with what is no
 * page. They are the same for all answers, so that they cost next to nothing.
 */
export const SECURITY_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Adds the headers to every answer; a route may set others instead. */
export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    done()
  })
}
