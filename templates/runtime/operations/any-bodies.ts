import type { FastifyInstance } from 'fastify'
import type { BodyParser } from '../body/parser.js'
import { uncompressed } from '../server/server.js'

/**
 * Accepts bodies of all media types on routes registered after this call: JSON is parsed, and other bodies are passed
 * as Buffers. The route handlers check the media type, and report errors in the body together with other errors.
 */
export function anyBodies(app: FastifyInstance, parse: BodyParser): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, hasItem: true }
  })
  app.removeContentTypeParser('application/merge-patch+json')
  app.addContentTypeParser<Buffer>(/^[^;]*[/+]json\b/i, { parseAs: 'buffer' }, uncompressed(parse))
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
}

/** Parses bodies of further JSON types. */
export function jsonTypes(app: FastifyInstance, types: readonly string[], parse: BodyParser): void {
  const exact = types.filter((type) => !type.includes('*'))
  app.addContentTypeParser<Buffer>(exact, { parseAs: 'buffer' }, uncompressed(parse))
  // The range application/*+json.
  if (exact.length < types.length)
    app.addContentTypeParser<Buffer>(
      /^application\/[\w.-]+\+json\b/,
      { parseAs: 'buffer' },
      uncompressed(parse),
    )
}
