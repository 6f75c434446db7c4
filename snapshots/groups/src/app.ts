import type { FastifyInstance } from 'fastify'
import { createService, type SettingValues } from './generated/index.js'

/**
 * Returns the service, ready for `listen` or `inject`. Add your own Fastify plugins and routes here.
 * @param settings override service.ini and the environment, as in `{ 'log.level': 'info' }`
 */
export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  await app.ready()
  return app
}
