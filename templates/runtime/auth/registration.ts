import { type BodyReader, requiredNames } from '../body/reader.js'
import { BadRequest, type Fault, Forbidden, IN_DETAIL } from '../errors.js'
import { type Json, isObject } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { StartError } from '../server/start.js'
import { type Session, UniqueViolation } from '../store.js'
import { type AuthConfig, type Users, emailFault, userNameFault } from './accounts.js'
import { ADMIN_GROUP } from './acl.js'
import type { Authentication } from './authentication.js'

/** Reads the bodies of registrations, by the names of the auth model (SPEC 10). */
export class RegistrationReader {
  readonly #model: ModelSpec
  readonly #config: AuthConfig
  readonly #bodies: BodyReader
  readonly #taken: ReadonlySet<string>
  /** What must be given though the schema does not say so. */
  readonly #required: readonly string[]

  constructor(model: ModelSpec, config: AuthConfig, bodies: BodyReader) {
    const { username, email, password } = config.fields
    const own = [username, password, ...(email === null ? [] : [email])]
    const inSchema = requiredNames(model)
    this.#model = model
    this.#config = config
    this.#bodies = bodies
    this.#taken = new Set([...own, ...config.registerFields])
    this.#required = own.filter((name) => !inSchema.has(name))
  }

  /**
   * The new user that a body asks for.
   * @throws BadRequest with all faults; Forbidden for groups
   */
  read(body: unknown): Row {
    if (!isObject(body)) throw new BadRequest('the body must be one object')
    const faults: Fault[] = []
    const data: Record<string, Json> = {}
    for (const [given, value] of Object.entries(body)) {
      const name = this.#fieldFor(given)
      if (name === this.#config.fields.groups) throw new Forbidden(`${name}: only an admin may write it`)
      if (this.#taken.has(name)) data[name] = value
      else faults.push({ path: `/${given}`, message: 'is not taken here' })
    }
    for (const name of this.#required) {
      if ((data[name] ?? null) === null) faults.push({ path: `/${name}`, message: 'is required' })
    }
    return this.#checked(data, faults)
  }

  /** `username`, `email` and `password` are understood whatever the model calls these fields. */
  #fieldFor(given: string): string {
    const { username, email, password } = this.#config.fields
    const ownNames = new Map<string, string | null>(Object.entries({ username, email, password }))
    return Object.hasOwn(this.#model.fields, given) ? given : (ownNames.get(given) ?? given)
  }

  #checked(data: Row, faults: Fault[]): Row {
    try {
      const [row = {}] = this.#bodies.create(data)
      if (faults.length === 0) return row
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      faults.push(...error.errors)
    }
    const detail = faults
      .slice(0, IN_DETAIL)
      .map(({ path, message }) => `${path.slice(1)}: ${message}`)
      .join('; ')
    throw new BadRequest(detail, { errors: faults })
  }
}

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
