import type { FastifyRequest } from 'fastify'
import type { Accounts } from './accounts.js'
import { type Caller, callerOf } from './caller.js'
import type { UserFields } from './config.js'

const HEADER = /^ApiKey +(.+):([^:]+)$/i

/** Who the header `Authorization: ApiKey <username>:<token>` says that the caller is; null where it does not count (SPEC 10). */
export async function callerByApiKey(
  request: FastifyRequest,
  accounts: Accounts,
  fields: UserFields,
): Promise<Caller | null> {
  const [, login, token] = HEADER.exec(request.headers.authorization ?? '') ?? []
  if (login === undefined || token === undefined) return null
  const user = await accounts.findByLogin(login)
  if (user === undefined || !(await accounts.isToken(user, token))) return null
  return callerOf(user, accounts.keyOf(user), fields, { by: 'api_key' })
}
