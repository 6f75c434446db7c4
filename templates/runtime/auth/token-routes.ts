import type { FastifyInstance } from 'fastify'
import { Conflict } from '../errors.js'
import type { Authentication } from './authentication.js'
import { checkCredentials } from './credentials.js'

/** POST `/auth/token` and `/auth/reset_token` `{login, password}` → `{token}`; a token is told once (SPEC 10). */
export function tokenRoutes(app: FastifyInstance, auth: Authentication): void {
  const { accounts } = auth
  app.post('/auth/token', async (request) => {
    const user = await checkCredentials(request, auth)
    if (await accounts.hasToken(user)) {
      throw new Conflict('there is a token already; POST /auth/reset_token replaces it by a new one')
    }
    return { token: await accounts.makeToken(user) }
  })

  app.post('/auth/reset_token', async (request) => {
    return { token: await accounts.makeToken(await checkCredentials(request, auth)) }
  })
}
