import type { FastifyInstance } from 'fastify'
import { createService, type SettingValues } from './generated/index.js'

/**
 * The service, ready for `listen` or `inject`. This is the place for Fastify plugins and routes of your own.
 * @param settings go before service.ini and the environment, by their names there: `{ 'log.level': 'info' }`
 */
export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  await app.ready()
  return app
}
