import { ALL_ROWS } from '../repository/items.js'
import { HttpError, UniqueViolation } from '../errors.js'
import type { Resource } from '../http/resource.js'
import type { Row } from '../model.js'
import { StartError } from '../server/start.js'
import type { Session } from '../store.js'
import type { Authentication } from './authentication.js'
import { ADMIN_GROUP } from '../access/caller.js'
import { emailFault, userNameFault } from '../users/user-checks.js'
import { keyFrom } from '../users/users.js'

/**
 * Creates the first admin if authentication is on, the settings name one, and no user with that name exists.
 * @param othersFor returns the values of other fields, if users have further required ones
 * @throws StartError if the settings are incomplete or invalid
 */
export async function createSystemUser(
  session: Session,
  users: Resource,
  { config, isOn, settings }: Authentication,
  othersFor?: (known: Row) => Row,
): Promise<void> {
  const { fields } = config
  const { user, password, email } = settings.system
  if (!isOn || user === undefined) return
  if (password === undefined) throw new StartError('system.password: is required if system.user is set')
  if (fields.email !== null && email === undefined)
    throw new StartError('system.email: is required if system.user is set')
  const nameFault = userNameFault(user, fields)
  if (nameFault !== undefined) throw new StartError(`system.user: ${nameFault}`)
  const wrongEmail = fields.email === null ? undefined : emailFault(email)
  if (wrongEmail !== undefined) throw new StartError(`system.email: ${wrongEmail}`)
  const store = session.store(users.model.name, ALL_ROWS)
  const key = keyFrom(users.model, user)
  if (key === undefined) throw new StartError('system.user: must be an integer, as the keys of users are')
  if ((await store.findByKey(key)) !== undefined) return
  const known = {
    [fields.username]: key,
    [fields.password]: password,
    ...(fields.email === null || email === undefined ? {} : { [fields.email]: email }),
    ...(fields.groups === null ? {} : { [fields.groups]: [ADMIN_GROUP] }),
  }
  const others = othersFor?.(known)
  try {
    await users.itemsFor(session, ALL_ROWS).create([{ ...others, ...known }])
  } catch (error) {
    const isTaken = error instanceof UniqueViolation
    if (isTaken && (await store.findByKey(key)) !== undefined) return
    if (isTaken) throw new StartError('system.email: another user has this email address')
    if (!(error instanceof HttpError)) throw error
    throw new StartError(`system.user: cannot create the user: ${error.message}`)
  }
}
