import type { FastifyInstance } from 'fastify'
import { createService, type SettingValues } from './generated/index.js'

/**
 * Returns the service, ready for `listen` or `inject`. Add your own Fastify plugins and routes here.
 * @param settings settings that override service.ini and environment variables, such as `{ 'log.level': 'info' }`
 */
export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  await app.ready()
  return app
}
