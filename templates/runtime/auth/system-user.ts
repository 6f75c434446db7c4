import type { ModelSpec, Row } from '../model.js'
import { StartError } from '../server/index.js'
import { type Session, UniqueViolation } from '../store.js'
import type { Authentication } from './authentication.js'
import { ADMIN_GROUP } from './caller.js'
import { emailFault, userNameFault } from './user-names.js'
import type { Users } from './users.js'

/**
 * Creates the first admin, where authentication is on, the settings name one, and nobody has that name yet (SPEC 10).
 * @throws StartError where the settings leave out what a user must have, or name what no user may be called
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
  const nameFault = userNameFault(user, fields)
  if (nameFault !== undefined) throw new StartError(`system.user: ${nameFault}`)
  const wrongEmail = fields.email === null ? undefined : emailFault(email)
  if (wrongEmail !== undefined) throw new StartError(`system.email: ${wrongEmail}`)
  const store = session.store(users.model.name)
  if ((await store.findByKey(user)) !== undefined) return
  const data = {
    ...namesOf(users.model, user),
    [fields.username]: user,
    [fields.password]: password,
    ...(fields.email === null || email === undefined ? {} : { [fields.email]: email }),
    ...(fields.groups === null ? {} : { [fields.groups]: [ADMIN_GROUP] }),
  }
  refuseIncomplete(users.model, data)
  try {
    await users.create(session, data)
  } catch (error) {
    const isMadeMeanwhile = error instanceof UniqueViolation && (await store.findByKey(user)) !== undefined
    if (isMadeMeanwhile) return
    throw error instanceof UniqueViolation
      ? new StartError('system.email: another user has this e-mail')
      : error
  }
}

/** The texts that a user must have, first and last names and the like: all are the admin's one name. */
function namesOf({ fields }: ModelSpec, name: string): Row {
  const texts = Object.entries(fields).filter(
    ([, { type, required, default: made }]) =>
      required === true && made === undefined && (type === 'string' || type === 'text'),
  )
  return Object.fromEntries(texts.map(([field]) => [field, name]))
}

function refuseIncomplete(model: ModelSpec, data: Row): void {
  const missing = Object.entries(model.fields).filter(
    ([name, { required, default: made }]) =>
      required === true && made === undefined && data[name] === undefined,
  )
  if (missing.length === 0) return
  const names = missing.map(([name]) => name).join(', ')
  throw new StartError(
    `system.user: a ${model.name} must have ${names}, too; create the first admin by a program of yours`,
  )
}
