import { BadRequest } from '../errors.js'
import { isObject, type Json } from '../json.js'
import type { UserFields } from './config.js'

/** In the place of a user's key in a path: the caller (SPEC 9). So it is the key of no user. */
export const SELF = 'self'

/** Names that rules understand in a way of their own: a user of that name would be taken for others (SPEC 11). */
const PRINCIPALS = /^(?:everyone|authenticated|g:.*)$/is

/** Why no user may have this name; undefined where one may (SPEC 10). */
export function userNameFault(name: Json | undefined, { username, email }: UserFields): string | undefined {
  if (name === SELF) return `must not be "${SELF}", which stands for the caller`
  if (typeof name === 'string' && PRINCIPALS.test(name))
    return 'must not be what access rules have for others'
  const isEmail = email !== null && email !== username && typeof name === 'string' && name.includes('@')
  return isEmail ? 'must not look like an e-mail' : undefined
}

/** Refuses new users of names that none may have. @throws BadRequest with all of them */
export function checkUserNames(body: unknown, fields: UserFields): void {
  const documents: readonly unknown[] = Array.isArray(body) ? body : [body]
  const errors = documents.flatMap((document, index) => {
    const message = isObject(document) ? userNameFault(document[fields.username], fields) : undefined
    const path = Array.isArray(body) ? `/${index}/${fields.username}` : `/${fields.username}`
    return message === undefined ? [] : [{ path, message }]
  })
  const [first] = errors
  if (first !== undefined) throw new BadRequest(`${fields.username}: ${first.message}`, { errors })
}
