import type { FastifyInstance } from 'fastify'
import { BodyReader } from '../body/index.js'
import { answered, becomeCaller, callEach, stayLoggedIn } from './entering.js'
import { withHashesAhead } from './passwords.js'
import { RegistrationReader } from './registration.js'
import type { AuthRoutesParts } from './routes.js'

/** POST `/auth/register`: a new user, logged in (SPEC 10). That a name is taken tells who is registered, so attempts are limited. */
export function registerRoute(app: FastifyInstance, { auth, users, database, call }: AuthRoutesParts): void {
  const { before, after } = auth.config.handlers.register
  const registrations = new RegistrationReader(users.model, auth.config, new BodyReader(users.model))
  app.post('/auth/register', async (request, reply) => {
    const data = registrations.read(request.body)
    const account = `registration of ${String(data[auth.config.fields.username])}`
    const document = await auth.attempts.attempt(request.ip, account, () =>
      withHashesAhead([String(data[auth.config.fields.password])], () =>
        database.transaction(async (session) => {
          await users.permitLinks(session, request, data)
          const event = users.event('register', session, request, { data })
          await callEach(call, before, event)
          const user = await users.create(session, await users.processed(event))
          becomeCaller(request, user, auth)
          const afterwards = users.event('register', session, request, { data: event.data })
          return answered(call, after, afterwards, await users.document(session, request, user))
        }),
      ),
    )
    await stayLoggedIn(request, reply, auth)
    return reply.code(201).send(document)
  })
}
