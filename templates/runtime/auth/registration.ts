import type { BodyReader } from '../body/index.js'
import { requiredNames } from '../body/slots.js'
import { BadRequest, type Fault, Forbidden, IN_DETAIL } from '../errors.js'
import { isObject, type Json } from '../json.js'
import type { ModelSpec, Row } from '../model.js'
import type { AuthConfig } from './config.js'

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
