import type { FastifyInstance } from 'fastify'
import { checkCredentials } from './credentials.js'
import { answered, becomeCaller, callEach, stayLoggedIn } from './entering.js'
import { readNext } from './next.js'
import type { AuthRoutesParts } from './routes.js'

/** POST `/auth/login` `{login, password}`, `?next=/path` (SPEC 10). Handlers run once the credentials are found to be right. */
export function loginRoute(app: FastifyInstance, { auth, users, database, call }: AuthRoutesParts): void {
  const { before, after } = auth.config.handlers.login
  app.post('/auth/login', async (request, reply) => {
    const next = readNext(request)
    const user = await checkCredentials(request, auth)
    const document = await database.transaction(async (session) => {
      await callEach(call, before, users.event('login', session, request))
      becomeCaller(request, user, auth)
      const event = users.event('login', session, request)
      return answered(call, after, event, await users.document(session, request, user))
    })
    await stayLoggedIn(request, reply, auth)
    return next === undefined ? reply.send(document) : reply.redirect(next, 302)
  })
}
