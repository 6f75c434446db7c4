import { HttpError, UniqueViolation } from '../errors.js'
import type { GuardedResource } from '../http/guarded-resource.js'
import type { ModelSpec, Row } from '../model.js'
import { StartError } from '../server/start.js'
import type { Settings } from '../settings/settings.js'
import type { Session } from '../store.js'
import type { Authentication } from './authentication.js'
import { ADMIN_GROUP } from './caller.js'
import { emailFault, userNameFault } from './user-checks.js'

/**
 * Returns the values of the `system.<field>` settings.
 * @param known the values of all other fields
 */
type SystemFields = (model: ModelSpec, known: Row, given: Settings['system']['fields']) => Row

/**
 * Creates the first admin if authentication is on, the settings name one, and no user with that name exists.
 * @param systemFields set if users have required fields other than the name, email and password
 * @throws StartError if the settings are incomplete or invalid
 */
export async function createSystemUser(
  session: Session,
  users: GuardedResource,
  { config, isOn, settings }: Authentication,
  systemFields?: SystemFields,
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
  const store = session.store(users.model.name)
  if ((await store.findByKey(user)) !== undefined) return
  const known = {
    [fields.username]: user,
    [fields.password]: password,
    ...(fields.email === null || email === undefined ? {} : { [fields.email]: email }),
    ...(fields.groups === null ? {} : { [fields.groups]: [ADMIN_GROUP] }),
  }
  const others = systemFields?.(users.model, known, settings.system.fields)
  try {
    await users.create(session, { ...others, ...known })
  } catch (error) {
    const isCreatedByOther = error instanceof UniqueViolation && (await store.findByKey(user)) !== undefined
    if (isCreatedByOther) return
    if (error instanceof UniqueViolation)
      throw new StartError('system.email: another user has this email address')
    throw error instanceof HttpError
      ? new StartError(`system.user: cannot create the user: ${error.message}`)
      : error
  }
}
