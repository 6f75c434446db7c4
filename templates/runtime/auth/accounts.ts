import type { FastifyRequest } from 'fastify'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { ActionEvent, EventSubject } from '../events/event.js'
import type { EventAction } from '../events/types.js'
import type { Json } from '../json.js'
import type { FieldSpec, Key, ModelSpec, Models, Row } from '../model.js'
import { type Condition, type Database, type Session, type Store, UniqueViolation, equal } from '../store.js'
import { type Checked, bad } from '../values/text.js'
import { checkValue } from '../values/values.js'
import type { Acl, Credential } from './acl.js'
import { isSame } from './tickets.js'

/** Names of the auth model's fields; `username` is its key. */
export interface UserFields {
  readonly username: string
  readonly email: string | null
  readonly password: string
  readonly groups: string | null
}

/** The settings of the x-Ticket scheme (SPEC 10). Times are seconds; null: not set. */
export interface TicketConfig {
  /** The key of `service.ini` that holds the secret. */
  readonly secretSetting: string
  readonly hashAlgorithm: 'sha256' | 'sha384' | 'sha512'
  readonly cookieName: string
  readonly httpOnly: boolean
  /** Null: as the request's own scheme. */
  readonly secure: boolean | null
  readonly sameSite: 'Lax' | 'Strict' | 'None'
  readonly maxAge: number | null
  readonly timeout: number | null
  readonly reissueTime: number | null
  readonly path: string
  readonly domain: string | null
}

/** Who sees which fields of a model; null where a list does not restrict (SPEC 12). */
export interface Visibility {
  readonly public: readonly string[] | null
  readonly authenticated: readonly string[] | null
  readonly hidden: readonly string[]
}

/** Names of the handlers around an action, in order. */
export interface ActionHandlers {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** How the API says that callers are known, and what they see; emitted as `auth.ts`. */
export interface AuthConfig {
  /** Name of the auth model. */
  readonly model: string
  readonly fields: UserFields
  /** What register takes beside username, email and password. */
  readonly registerFields: readonly string[]
  /** Path of the users' collection; `self` below it is the caller. */
  readonly path: string
  /** The credentials that GET `…/self` accepts; left out where it is all. */
  readonly selfAccepts?: readonly Credential[]
  readonly ticket: TicketConfig | null
  readonly apiKey: boolean
  /** By name of the model; a model that is not here shows everything. */
  readonly visibility: Readonly<Record<string, Visibility>>
  /** The ACL of the route that shows an item, by name of the model. */
  readonly acls: Readonly<Record<string, Acl>>
  /** The ACL of the route that changes an item, by name of the model, where it is another one. */
  readonly writeAcls?: Readonly<Record<string, Acl>>
  /** Names of the models whose items may carry rules of their own (`database_acls`): not of those that are open to everyone. */
  readonly ownAcls: readonly string[]
  readonly handlers: {
    readonly login: ActionHandlers
    readonly logout: ActionHandlers
    readonly register: ActionHandlers
  }
}

const TEXT: FieldSpec = { type: 'string', column: null }

/**
 * What is kept of a user beside the user's own item: made when it is first needed.
 * - `epoch`: all tickets are bound to it; a new one ends them (SPEC 10)
 * - `token`: hash of the API key; `basis`: stamp of the password that it was given for
 */
export const accountModel: ModelSpec = internal('svc_auth_accounts', 'user', {
  user: { ...TEXT, column: 'user', required: true },
  epoch: { ...TEXT, column: 'epoch' },
  token: { ...TEXT, column: 'token' },
  basis: { ...TEXT, column: 'basis' },
})

/** Sessions that were logged out, until their tickets would have run out anyway. */
export const endedSessionModel: ModelSpec = internal('svc_auth_ended_sessions', 'id', {
  id: { ...TEXT, column: 'id', required: true },
  expires: { type: 'datetime', column: 'expires' },
})

/** The models of the service's own; the database is opened with them beside those of the API. */
export const authModels: Models = {
  [accountModel.name]: accountModel,
  [endedSessionModel.name]: endedSessionModel,
}

function internal(table: string, key: string, fields: ModelSpec['fields']): ModelSpec {
  return {
    name: table,
    var: table,
    table,
    key,
    fields,
    relations: {},
    processors: {},
    foreignKeys: {},
    schema: {},
    additionalProperties: false,
    nested: { names: [], depth: 0 },
    path: null,
  }
}

/** What authentication needs of the resource of the users: new ones, their documents, their events. */
export interface Users {
  readonly model: ModelSpec
  /** @throws Forbidden where the caller may not change an item that the new user would be linked to from its own side */
  permitLinks(session: Session, request: FastifyRequest, data: Row): Promise<Row>
  /** Stores a new user; the password is hashed on the way. */
  create(session: Session, data: Row): Promise<Row>
  document(session: Session, request: FastifyRequest, row: Row): Promise<object>
  event(action: EventAction, session: Session, request: FastifyRequest, subject?: EventSubject): ActionEvent
  /** What is to be stored, after the fields' processors. */
  processed(event: ActionEvent): Promise<Row>
}

/** In the place of a user's key in a path: the caller (SPEC 9). So it is the key of no user. */
export const SELF = 'self'

/** Names that rules understand in a way of their own: a user of that name would be taken for others (SPEC 11). */
const PRINCIPALS = /^(?:everyone|authenticated|g:.*)$/is

/** What shows as another name than it is: control characters, and those with Unicode's property Bidi_Control, which turn text around. */
const MISLEADING = /[\p{Cc}\p{Bidi_Control}]/u
/** Names that browsers take for steps in a path. */
const STEPS: ReadonlySet<unknown> = new Set(['.', '..'])

/** Why no user may have this name; undefined where one may. */
export function userNameFault(name: Json | undefined, { username, email }: UserFields): string | undefined {
  if (typeof name !== 'string') return undefined
  if (name.toLowerCase() === SELF) return `must not be "${SELF}", which stands for the caller`
  if (STEPS.has(name)) return `must not be "${name}", which paths understand in another way`
  if (name.trim() !== name) return 'must not start or end with a space'
  if (MISLEADING.test(name))
    return 'must not contain control characters or characters that change the direction of text'
  if (PRINCIPALS.test(name)) return 'must not be what access rules have for others'
  const isEmail = email !== null && email !== username && name.includes('@')
  return isEmail ? 'must not look like an email address' : undefined
}

const LOCAL_PART = /^[^\s@\p{Cc}\p{Bidi_Control}]{1,64}$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
/** RFC 5321, 4.5.3.1.3 */
const MAX_EMAIL = 254

/** Why this is no email address; undefined where it has the form of one. */
export function emailFault(email: Json | undefined): string | undefined {
  if (typeof email !== 'string') return undefined
  const at = email.lastIndexOf('@')
  const isEmail =
    email.length <= MAX_EMAIL &&
    LOCAL_PART.test(email.slice(0, Math.max(0, at))) &&
    email
      .slice(0, at)
      .split('.')
      .every((part) => part !== '') &&
    email
      .slice(at + 1)
      .split('.')
      .every((label) => DOMAIN_LABEL.test(label))
  return isEmail ? undefined : 'must be an email address, like "amy@example.com"'
}

/** The models, whose users take only names and email addresses that users may have. */
export function withUserChecks(models: Models, { model, fields }: AuthConfig): Models {
  const users = models[model]
  if (users === undefined) return models
  const checked: Record<string, FieldSpec> = { ...users.fields }
  const add = (name: string | null, faultOf: (value: Json) => string | undefined): void => {
    const field = name === null ? undefined : checked[name]
    if (name === null || field === undefined) return
    const check = (value: Json): Checked => {
      const read = field.check?.(value) ?? checkValue(field, value)
      const fault = read.ok ? faultOf(read.value) : undefined
      return fault === undefined ? read : bad(fault)
    }
    checked[name] = { ...field, check }
  }
  add(fields.username, (name) => userNameFault(name, fields))
  add(fields.email, emailFault)
  return { ...models, [model]: { ...users, fields: checked } }
}

const TOKEN_BYTES = 32

/** What is known of the user that a ticket names, and of its session. */
export interface Standing {
  readonly user: Row
  readonly epoch: string
  readonly isEnded: boolean
}

/**
 * The users, and what is kept of their logins. Writes stand alone, outside of any transaction: two at once must not take each other back.
 */
export class Accounts {
  readonly #database: Database
  readonly #model: ModelSpec
  readonly #fields: UserFields

  constructor(database: Database, model: ModelSpec, fields: UserFields) {
    this.#database = database
    this.#model = model
    this.#fields = fields
  }

  find(key: Key): Promise<Row | undefined> {
    return this.#database.store(this.#model.name).findByKey(key)
  }

  /** The user with this key or this e-mail. Where two fit, one that is written as an e-mail is an e-mail. */
  async findByLogin(login: string): Promise<Row | undefined> {
    const key = keyFrom(this.#model, login)
    const either: Condition[] = []
    if (key !== undefined) either.push(equal(this.#model.key, key))
    if (this.#fields.email !== null) either.push(equal(this.#fields.email, login))
    const rows = await this.#database.store(this.#model.name).find({
      where: { kind: 'or', of: either },
      orderBy: [{ field: this.#model.key, direction: 'asc' }],
    })
    const preferred = login.includes('@') ? (this.#fields.email ?? this.#model.key) : this.#model.key
    return rows.find((row) => String(row[preferred]) === login) ?? rows[0]
  }

  /** What tells whether a ticket counts, all by one query: the user, the user's epoch, and whether the session was ended. */
  async standing(user: Key, session: string): Promise<Standing | undefined> {
    const found = await this.#database.store(this.#model.name).findBeside(user, [
      { model: accountModel.name, field: 'epoch', key: String(user) },
      { model: endedSessionModel.name, field: 'id', key: session },
    ])
    if (found === undefined) return undefined
    const [epoch, ended] = found.beside
    return { user: found.row, epoch: epochOf(epoch), isEnded: ended !== null }
  }

  /** What all tickets of a user are bound to; empty until one was ended. */
  async epoch(user: Key): Promise<string> {
    const account = await this.#accounts.findByKey(String(user))
    return epochOf(account?.['epoch'])
  }

  /** Ends all sessions of a user. */
  async endAll(user: Key): Promise<void> {
    await this.#write(user, { epoch: randomUUID() })
  }

  /**
   * Ends one session: its ticket is worth nothing from now on.
   * @param expires when its ticket runs out by itself, as a datetime
   */
  async end(session: string, expires: string): Promise<void> {
    const gone: Condition = { kind: 'compare', field: 'expires', op: 'lt', value: new Date().toISOString() }
    await this.#ended.deleteMany(gone)
    try {
      await this.#ended.insert([{ id: session, expires }])
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
    }
  }

  /** Whether this user has a token that counts: one that was given for the password of now. */
  async hasToken(user: Row): Promise<boolean> {
    return (await this.#token(user)) !== undefined
  }

  async isToken(user: Row, token: string): Promise<boolean> {
    const hashed = await this.#token(user)
    return hashed !== undefined && isSame(digest(token), hashed)
  }

  /** Makes a token in the place of the one before; it is told this once, and kept as its hash. */
  async makeToken(user: Row): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await this.#write(this.keyOf(user), { token: digest(token), basis: this.#basis(user) })
    return token
  }

  keyOf(user: Row): Key {
    const key = user[this.#model.key]
    if (typeof key === 'string' || typeof key === 'number') return key
    throw new TypeError(`an item of ${this.#model.name} has no key`)
  }

  get #accounts(): Store {
    return this.#database.store(accountModel.name)
  }

  get #ended(): Store {
    return this.#database.store(endedSessionModel.name)
  }

  async #token(user: Row): Promise<string | undefined> {
    const account = await this.#accounts.findByKey(String(this.keyOf(user)))
    const token = account?.['token']
    return typeof token === 'string' && account?.['basis'] === this.#basis(user) ? token : undefined
  }

  /** Changes with the password, so that a token ends with it. */
  #basis(user: Row): string {
    return digest(JSON.stringify(user[this.#fields.password]))
  }

  async #write(user: Key, changes: Row): Promise<void> {
    const key = String(user)
    if ((await this.#accounts.updateByKey(key, changes)) !== undefined) return
    try {
      await this.#accounts.insert([{ user: key, epoch: null, token: null, basis: null, ...changes }])
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      await this.#accounts.updateByKey(key, changes)
    }
  }
}

/** The epoch as it is kept; empty until sessions were ended for the first time. */
function epochOf(kept: Json | undefined): string {
  return String(kept ?? '')
}

/** The key that a text names; undefined where it can be none. */
function keyFrom(model: ModelSpec, text: string): Key | undefined {
  const type = model.fields[model.key]?.type
  if (type !== 'id_field' && type !== 'integer' && type !== 'small_integer') return text
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** A token is 256 random bits, so that a plain hash cannot be turned back. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
