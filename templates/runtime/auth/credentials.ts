import type { FastifyRequest } from 'fastify'
import { unauthorized } from '../access/caller.js'
import { FaultList } from '../errors.js'
import { isObject } from '../json.js'
import { SAFE } from '../sessions/origins.js'
import type { Session } from '../store.js'
import { verifyPassword } from '../users/passwords.js'
import type { Authentication, Verified } from './authentication.js'

/**
 * Returns the user for a login and password, by default those in the body. The response and its timing are the same for
 * an unknown user and a wrong password.
 * @throws BadRequest if login or password is missing; Unauthorized; HttpError 429
 */
export async function checkCredentials(
  request: FastifyRequest,
  { accounts, attempts, config }: Authentication,
  { login, password } = readCredentials(request.body),
  session: Session = accounts.database,
): Promise<Verified> {
  const read = async (within: Session) => {
    const found = await accounts.findByLogin(login, within)
    // Unknown users cause the same queries, so that the duration does not reveal which users exist.
    return { user: found, epoch: await accounts.epoch(found ? accounts.keyOf(found) : '', within) }
  }
  // Outside a transaction, a GET request could read a former password from a replica.
  const { user, epoch } = await (SAFE.has(request.method) ? session.transaction(read) : read(session))
  return attempts.attempt(request.ip, `login ${accounts.loginName(login)}`, async () => {
    const isRight = await verifyPassword(user?.[config.fields.password], password)
    if (user === undefined || !isRight || !accounts.extension.isActive(user))
      throw unauthorized(request, 'Invalid login or password.')
    return { user, epoch }
  })
}

function readCredentials(body: unknown): { readonly login: string; readonly password: string } {
  const { login, password } = isObject(body) ? body : {}
  const faults = new FaultList()
  if (typeof login !== 'string') faults.add('/login', 'must be a string')
  if (typeof password !== 'string') faults.add('/password', 'must be a string')
  faults.throwIfAny()
  return { login: String(login), password: String(password) }
}
