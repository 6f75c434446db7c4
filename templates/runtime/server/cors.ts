import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../settings/index.js'

/** Lets the origins of `cors.allow_origins` call from browsers. Only a preflight is answered here: other OPTIONS requests are the routes' own. */
export async function allowOrigins(app: FastifyInstance, settings: Settings['cors']): Promise<void> {
  if (!settings.enable) return
  await app.register(cors, {
    delegator: (request: FastifyRequest, done) => {
      done(null, {
        origin: settings.allowOrigins.includes('*') ? '*' : [...settings.allowOrigins],
        credentials: settings.allowCredentials,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        exposedHeaders: ['Allow', 'ETag', 'Link', 'Location', 'Retry-After'],
        preflight: request.headers['access-control-request-method'] !== undefined,
      })
    },
  })
}
