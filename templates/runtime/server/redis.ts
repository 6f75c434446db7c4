import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'

/** Connects to Redis for as long as the service runs. What cannot be counted while it is away is logged and let through. */
export async function openRedis(app: FastifyInstance, url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  redis.on('error', (error) => app.log.warn({ err: error }, 'Redis cannot be reached'))
  app.addHook('onClose', () => redis.disconnect())
  return redis
}
