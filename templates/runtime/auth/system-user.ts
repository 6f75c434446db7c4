import { HttpError, UniqueViolation } from '../errors.js'
import type { Json } from '../json.js'
import { type ModelSpec, type Row, isGenerated } from '../model.js'
import { StartError } from '../server/start.js'
import type { Session } from '../store.js'
import { parseValue } from '../values/values.js'
import type { Users } from './accounts.js'
import type { Authentication } from './authentication.js'
import { ADMIN_GROUP } from './caller.js'
import { emailFault, userNameFault } from './user-checks.js'

/**
 * Creates the first admin if authentication is on, the settings name one, and no user with that name exists.
 * @throws StartError if the settings are incomplete or invalid
 */
export async function createSystemUser(
  session: Session,
  users: Users,
  { config, isOn, settings }: Authentication,
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
  const data = {
    ...givenFields(users.model, settings.system.fields),
    [fields.username]: user,
    [fields.password]: password,
    ...(fields.email === null || email === undefined ? {} : { [fields.email]: email }),
    ...(fields.groups === null ? {} : { [fields.groups]: [ADMIN_GROUP] }),
  }
  rejectIncomplete(users.model, data)
  try {
    await users.create(session, data)
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

/** Returns the values of the `system.<field>` settings. @throws StartError for an invalid value */
function givenFields(model: ModelSpec, given: Readonly<Record<string, string | undefined>>): Row {
  const row: Record<string, Json> = {}
  for (const [name, text] of Object.entries(given)) {
    const type = model.relations[name]?.keyType
    const spec = type === undefined ? model.fields[name] : { type }
    if (text === undefined || spec === undefined) continue
    const parsed = parseValue(spec, text)
    if (!parsed.ok) throw new StartError(`system.${name}: ${parsed.message}`)
    row[name] = parsed.value
  }
  return row
}

function rejectIncomplete(model: ModelSpec, data: Row): void {
  const fields = Object.entries(model.fields).filter(
    ([, { type, required, default: made }]) => required === true && made === undefined && !isGenerated(type),
  )
  const relations = Object.entries(model.relations).filter(
    ([, { side, required }]) => side === 'holder' && required === true,
  )
  const missing = [...fields, ...relations].map(([name]) => name).filter((name) => data[name] === undefined)
  if (missing.length === 0) return
  throw new StartError(
    missing
      .map(
        (name) =>
          `system.${name}: is required to create the user in system.user, because ${model.name} requires it`,
      )
      .join('\n'),
  )
}
