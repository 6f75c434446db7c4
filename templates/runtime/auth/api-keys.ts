import type { FastifyRequest } from 'fastify'
import type { Accounts } from './accounts.js'
import { type Caller, callerOf } from './caller.js'
import type { UserFields } from './config.js'

const SCHEME = 'apikey '

/** Who the header `Authorization: ApiKey <username>:<token>` says that the caller is; null where it does not count (SPEC 10). */
export async function callerByApiKey(
  request: FastifyRequest,
  accounts: Accounts,
  fields: UserFields,
): Promise<Caller | null> {
  const given = readApiKey(request.headers.authorization)
  if (given === undefined) return null
  const { login, token } = given
  const user = await accounts.findByLogin(login)
  if (user === undefined || !(await accounts.isToken(user, token))) return null
  return callerOf(user, accounts.keyOf(user), fields, { by: 'api_key' })
}

/** Splits at the last colon: a username may contain colons, a token does not. */
export function readApiKey(header = ''): { readonly login: string; readonly token: string } | undefined {
  if (header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  const credentials = header.slice(SCHEME.length).trimStart()
  const colon = credentials.lastIndexOf(':')
  const [login, token] = [credentials.slice(0, colon), credentials.slice(colon + 1)]
  return colon < 1 || token === '' ? undefined : { login, token }
}
