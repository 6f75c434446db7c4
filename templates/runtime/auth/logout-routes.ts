import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest } from '../errors.js'
import { isObject } from '../json.js'
import { refuseAllForeignOrigins } from '../server/index.js'
import { answered, callEach } from './entering.js'
import type { AuthRoutesParts } from './routes.js'

/** GET and POST `/auth/logout`; `{"everywhere": true}` ends all sessions of the caller's (SPEC 10). Nobody may log out, too. */
export function logoutRoutes(app: FastifyInstance, { auth, users, database, call }: AuthRoutesParts): void {
  const { accounts, tickets, config } = auth
  const { before, after } = config.handlers.logout
  const logout = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { caller } = request
    const isEverywhere = readEverywhere(request.body)
    const answer = await database.transaction(async (session) => {
      const event = users.event('logout', session, request)
      await callEach(call, before, event)
      return answered(call, after, event, { message: 'Logged out' })
    })
    if (tickets !== null && caller?.proof.by === 'ticket')
      await accounts.end(caller.proof.session, tickets.expiry())
    if (caller !== null && isEverywhere) await accounts.endAll(caller.key)
    tickets?.clear(request, reply)
    return reply.send(answer)
  }
  const onRequest = refuseAllForeignOrigins(auth.settings)
  // HEAD must not change anything, and a logout without an answer helps nobody.
  app.get('/auth/logout', { onRequest, exposeHeadRoute: false }, logout)
  app.post('/auth/logout', { onRequest }, logout)
}

/** The body may be left out, and so may what it says. */
function readEverywhere(body: unknown): boolean {
  if (body === undefined) return false
  if (!isObject(body)) throw new BadRequest('the body must be an object, or none')
  const { everywhere = false } = body
  if (typeof everywhere === 'boolean') return everywhere
  throw new BadRequest('everywhere must be true or false', {
    errors: [{ path: '/everywhere', message: 'must be true or false' }],
  })
}
