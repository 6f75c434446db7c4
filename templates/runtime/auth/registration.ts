import { type BodyReader, requiredNames } from '../body/reader.js'
import { BadRequest, type Fault, Forbidden, errorSummary } from '../errors.js'
import { type Json, isObject } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import { StartError } from '../server/start.js'
import { type Session, UniqueViolation } from '../store.js'
import { type AuthConfig, type Users, emailFault, userNameFault } from './accounts.js'
import { ADMIN_GROUP } from './acl.js'
import type { Authentication } from './authentication.js'

/** Validates the bodies of registrations. */
export class RegistrationReader {
  readonly #model: ModelSpec
  readonly #config: AuthConfig
  readonly #bodies: BodyReader
  readonly #allowed: ReadonlySet<string>
  /** Fields that a registration requires although the schema does not. */
  readonly #required: readonly string[]

  constructor(model: ModelSpec, config: AuthConfig, bodies: BodyReader) {
    const { username, email, password } = config.fields
    const own = [username, password, ...(email === null ? [] : [email])]
    const inSchema = requiredNames(model)
    this.#model = model
    this.#config = config
    this.#bodies = bodies
    this.#allowed = new Set([...own, ...config.registerFields])
    this.#required = own.filter((name) => !inSchema.has(name))
  }

  /**
   * Returns the data of the new user.
   * @throws BadRequest with all errors; Forbidden if the body sets groups
   */
  read(body: unknown): Row {
    if (!isObject(body)) throw new BadRequest('The body must be a JSON object.')
    const faults: Fault[] = []
    const data: Record<string, Json> = {}
    for (const [given, value] of Object.entries(body)) {
      const name = this.#fieldFor(given)
      if (name === this.#config.fields.groups) throw new Forbidden(`Only an admin can write "${name}".`)
      if (this.#allowed.has(name)) data[name] = value
      else faults.push({ path: `/${given}`, message: 'not allowed in a registration' })
    }
    for (const name of this.#required) {
      if ((data[name] ?? null) === null) faults.push({ path: `/${name}`, message: 'is required' })
    }
    return this.#checked(data, faults)
  }

  /** Maps `username`, `email` and `password` to the model's names of these fields. */
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
    throw new BadRequest(`Invalid body: ${errorSummary(faults)}.`, { errors: faults })
  }
}

/**
 * Creates the first admin if authentication is on, the settings name one, and no user has that name.
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
    const isCreatedByOther = error instanceof UniqueViolation && (await store.findByKey(user)) !== undefined
    if (isCreatedByOther) return
    throw error instanceof UniqueViolation
      ? new StartError('system.email: another user has this email address')
      : error
  }
}

/** Sets required text fields, such as first and last names, to the admin's name. */
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
    `system.user: cannot create the user because ${model.name} requires values for ${names}; create the first admin in a script`,
  )
}
