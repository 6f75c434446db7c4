import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Condition, equal } from '../condition.js'
import type { Json } from '../json.js'
import type { Key, ModelSpec, Row } from '../model.js'
import { type Database, type Store, UniqueViolation } from '../store.js'
import type { UserFields } from './config.js'
import { accountModel, endedSessionModel } from './models.js'
import { isSame } from './ticket.js'

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
