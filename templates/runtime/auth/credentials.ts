import type { FastifyRequest } from 'fastify'
import { BadRequest } from '../errors.js'
import { isObject } from '../json.js'
import type { Row } from '../model.js'
import type { Authentication } from './authentication.js'
import { unauthorized } from './challenge.js'
import { verifyPassword } from './passwords.js'

/**
 * The user whose `{login, password}` the body holds. That there is no such user, or that the password is another one, gives one and the same
 * answer in the same time (SPEC 10).
 * @throws BadRequest where one of the two is no text; Unauthorized; HttpError 429
 */
export async function checkCredentials(
  request: FastifyRequest,
  { accounts, attempts, config }: Authentication,
): Promise<Row> {
  const { login, password } = readCredentials(request.body)
  const user = await accounts.findByLogin(login)
  const account = user === undefined ? `login ${login}` : `user ${accounts.keyOf(user)}`
  return attempts.attempt(request.ip, account, async () => {
    const hash = user?.[config.fields.password]
    const isRight = await verifyPassword(typeof hash === 'string' ? hash : undefined, password)
    if (user === undefined || !isRight) throw unauthorized(request, 'the login or the password is wrong')
    return user
  })
}

function readCredentials(body: unknown): { readonly login: string; readonly password: string } {
  const given = isObject(body) ? body : {}
  const { login, password } = given
  const missing = ['login', 'password'].filter((name) => typeof given[name] !== 'string')
  if (typeof login !== 'string' || typeof password !== 'string') {
    throw new BadRequest('login and password must be given, as text', {
      errors: missing.map((name) => ({ path: `/${name}`, message: 'must be text' })),
    })
  }
  return { login, password }
}
