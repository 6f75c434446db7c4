import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../errors.js'
import type { Settings } from '../settings/index.js'
import { networkOf } from './network.js'
import { openRedis } from './redis.js'

/**
 * Limits how often an address may call, where `rate_limit.max` is set; counted in Redis, where there is one, for all processes together. All
 * requests count, those too that are refused later on; a route whose `config` says `rateLimit: false` is free.
 */
export async function limitRequests(
  app: FastifyInstance,
  { rateLimit: limit, redis }: Settings,
): Promise<void> {
  if (limit.max === undefined) return
  await app.register(rateLimit, {
    global: false,
    allowList: ({ routeOptions }) => routeOptions.config.rateLimit === false,
    max: limit.max,
    timeWindow: limit.window * 1000,
    keyGenerator: ({ ip }) => networkOf(ip),
    ...(redis.url === undefined ? {} : { redis: await openRedis(app, redis.url), skipOnError: true }),
    errorResponseBuilder: (_request, { after }) =>
      new HttpError(429, `too many requests; try again in ${after}`),
  })
  app.addHook('onRequest', app.rateLimit())
}
