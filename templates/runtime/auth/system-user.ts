import { StartError } from '../server/index.js'
import { type Session, UniqueViolation } from '../store.js'
import type { Authentication } from './authentication.js'
import { ADMIN_GROUP } from './caller.js'
import type { Users } from './users.js'

/**
 * Creates the first admin, where authentication is on, the settings name one, and nobody has that name yet (SPEC 10).
 * @throws StartError where the settings leave out what a user must have
 */
export async function createSystemUser(
  session: Session,
  users: Users,
  { config, isOn, settings }: Authentication,
): Promise<void> {
  const { fields } = config
  const { user, password, email } = settings.system
  if (!isOn || user === undefined) return
  if (password === undefined) throw new StartError('system.password: must be set where system.user is')
  if (fields.email !== null && email === undefined)
    throw new StartError('system.email: must be set where system.user is')
  if ((await session.store(users.model.name).findByKey(user)) !== undefined) return
  const data = {
    [fields.username]: user,
    [fields.password]: password,
    ...(fields.email === null || email === undefined ? {} : { [fields.email]: email }),
    ...(fields.groups === null ? {} : { [fields.groups]: [ADMIN_GROUP] }),
  }
  try {
    await users.create(session, data)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
  }
}
