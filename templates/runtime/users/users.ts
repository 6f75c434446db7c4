import { ALL_ROWS, type Items } from '../repository/items.js'
import { type HttpError, UniqueViolation } from '../errors.js'
import type { FastifyRequest } from 'fastify'
import { createHash, randomUUID } from 'node:crypto'
import type { Json } from '../json.js'
import { internalModel } from '../internal-model.js'
import type { FieldSpec, Key, ModelSpec, Models, Row } from '../model.js'
import { keyOf } from '../repository/parts.js'
import { VALUE_TRAITS } from '../spec/field-types.js'
import { type Condition, type Database, type Session } from '../store.js'
import type { UserFields } from '../access/config.js'
import { characterFault } from '../values/scalars.js'
import { canonicalEmail, canonicalName } from './user-checks.js'

const TEXT: FieldSpec = { type: 'string', column: null }

/**
 * Internal data about a user, created when first needed.
 * - `epoch`: part of all tickets; a new epoch invalidates them
 * - `token`: hash of the API token
 * - `basis`: digest of the password hash when the token was created, so that a new password invalidates the token
 */
export const accountModel: ModelSpec = internalModel('svc_auth_accounts', 'user', {
  user: { ...TEXT, column: 'user', required: true },
  epoch: { ...TEXT, column: 'epoch' },
  token: { ...TEXT, column: 'token' },
  basis: { ...TEXT, column: 'basis' },
})

/** Ended sessions, kept until their tickets expire. */
export const endedSessionModel: ModelSpec = internalModel('svc_auth_ended_sessions', 'id', {
  id: { ...TEXT, column: 'id', required: true },
  expires: { type: 'datetime', column: 'expires' },
})

/** Internal models for authentication, in addition to the API's models. */
export const authModels: Models = {
  [accountModel.name]: accountModel,
  [endedSessionModel.name]: endedSessionModel,
}

/** What an optional part of the service adds to the accounts of users. */
export interface AccountsExtension {
  /** Returns whether a user can log in and send requests. */
  isActive(user: Row): boolean
  /** Called when a ticket is issued for a session. `stamp` is that of the ticket. */
  recordSession(request: FastifyRequest, user: Row, session: string, stamp: string): Promise<void>
  /** Called before a user is stored whom a request registers. @throws HttpError 429 */
  registering(request: FastifyRequest, user: Row): Promise<void>
  /** Called in the transaction that registers a user. */
  registered(session: Session, user: Row): Promise<void>
  /**
   * Returns the error for a user who has proven to know the password and cannot log in yet.
   * @param within where to look, without sending another mail, as in a transaction that could be rolled back
   */
  loginFault(request: FastifyRequest, user: Row, within?: Session): Promise<HttpError | undefined>
  /** Returns the data to store in `user`, or in the selected users whom the caller can change. */
  changed(items: Items, request: FastifyRequest, where: Condition, data: Row, user?: Row): Promise<Row>
}

const NO_EXTENSION: AccountsExtension = {
  isActive: () => true,
  recordSession: async () => undefined,
  registering: async () => undefined,
  registered: async () => undefined,
  loginFault: async () => undefined,
  changed: async (_items, _request, _where, data) => data,
}

/** Finds an item, and fields of items of other models; a field is null if its item does not exist. */
export type FindWithRelated = (
  session: Session,
  model: string,
  key: Key,
  relatedFields: readonly { readonly model: string; readonly field: string; readonly key: Key }[],
) => Promise<{ readonly row: Row; readonly relatedFields: readonly Json[] } | undefined>

/** Users and their sessions. Writes happen outside the request's transaction, so a rollback does not revert them. */
export class Accounts {
  readonly database: Database
  readonly #model: ModelSpec
  readonly fields: UserFields
  readonly extension: AccountsExtension
  readonly #findWithRelated: FindWithRelated

  constructor(
    database: Database,
    model: ModelSpec,
    fields: UserFields,
    findWithRelated: FindWithRelated,
    extension = NO_EXTENSION,
  ) {
    this.database = database
    this.#model = model
    this.fields = fields
    this.#findWithRelated = findWithRelated
    this.extension = extension
  }

  find(key: Key, within: Session = this.database): Promise<Row | undefined> {
    return within.store(this.#model.name, ALL_ROWS).findByKey(key)
  }

  /**
   * Finds a user by key or email address. If the login matches two users, it is treated as an email address if it
   * contains an @, and otherwise as a key.
   */
  async findByLogin(login: string, within: Session = this.database): Promise<Row | undefined> {
    // No user has such a name, for which databases answer in different ways.
    if (characterFault(login) !== undefined) return undefined
    // Addresses that were stored by earlier versions are found in their own spelling only.
    const addresses = [...new Set([login, canonicalEmail(login)])]
    const names = [...new Set([login, canonicalName(login)])]
    const keys = names.map((text) => keyFrom(this.#model, text)).filter((key) => key !== undefined)
    const oneOf = (field: string, value: Json): Condition => ({ kind: 'compare', field, op: 'in', value })
    const either = keys.length === 0 ? [] : [oneOf(this.#model.key, keys)]
    if (this.fields.email !== null) either.push(oneOf(this.fields.email, addresses))
    const rows = await within.store(this.#model.name, ALL_ROWS).find({
      where: { kind: 'or', of: either },
      orderBy: [{ field: this.#model.key, direction: 'asc' }],
    })
    const preferred = login.includes('@') ? (this.fields.email ?? this.#model.key) : this.#model.key
    const matching = (texts: readonly string[]): Row | undefined =>
      rows.find((row) => texts.includes(String(row[preferred])))
    return matching([login]) ?? matching(addresses) ?? rows[0]
  }

  /** Returns the name under which attempts with a login are counted, whether or not a user has it. */
  loginName(login: string): string {
    const name = login.includes('@') ? canonicalEmail(login) : canonicalName(login)
    return String(keyFrom(this.#model, name) ?? name)
  }

  /**
   * Returns the user of a ticket and the user's epoch, read with a single query, or undefined if the user does not exist
   * or the ticket's session has ended.
   */
  async sessionState(
    user: Key,
    session: string,
    within: Session = this.database,
  ): Promise<{ readonly user: Row; readonly epoch: string } | undefined> {
    const found = await this.#findWithRelated(within, this.#model.name, user, [
      { model: accountModel.name, field: 'epoch', key: String(user) },
      { model: endedSessionModel.name, field: 'id', key: session },
    ])
    if (found === undefined || !this.extension.isActive(found.row)) return undefined
    const [epoch, ended] = found.relatedFields
    return ended === null ? { user: found.row, epoch: String(epoch ?? '') } : undefined
  }

  /**
   * Returns the user's epoch, which is part of each of the user's tickets, or an empty string until {@link endAll} is
   * called for the first time.
   */
  async epoch(user: Key, within: Session = this.database): Promise<string> {
    return String((await this.stored(user, within))?.['epoch'] ?? '')
  }

  async endAll(user: Key): Promise<void> {
    await this.store(user, { epoch: randomUUID() })
  }

  /**
   * Ends one session. This invalidates its ticket.
   * @param expires when the ticket expires, as a datetime
   */
  async end(session: string, expires: string): Promise<void> {
    const store = this.database.store(endedSessionModel.name, ALL_ROWS)
    await store.deleteMany({ kind: 'compare', field: 'expires', op: 'lt', value: new Date().toISOString() })
    try {
      await store.insert([{ id: session, expires }])
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
    }
  }

  keyOf(user: Row): Key {
    return keyOf(this.#model, user)
  }

  /** Returns the internal data about a user, or undefined if there is none yet. */
  stored(user: Key, within: Session = this.database): Promise<Row | undefined> {
    return within.store(accountModel.name, ALL_ROWS).findByKey(String(user))
  }

  async store(user: Key, changes: Row): Promise<void> {
    const key = String(user)
    const accounts = this.database.store(accountModel.name, ALL_ROWS)
    if ((await accounts.updateByKey(key, changes)) !== undefined) return
    try {
      await accounts.insert([{ user: key, epoch: null, token: null, basis: null, ...changes }])
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      await accounts.updateByKey(key, changes)
    }
  }
}

/** Returns the key with exactly this text, so that "007" is not 7, or undefined if the key's type has none. */
export function keyFrom(model: ModelSpec, text: string): Key | undefined {
  const { kind } = VALUE_TRAITS[model.fields[model.key]?.type ?? 'string']
  if (kind === 'number') return /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined
  return kind !== 'digits' || /^(?:0|-?[1-9]\d{0,17})$/.test(text) ? text : undefined
}

/** Hashes a name, a token or a password hash. A fast hash is enough for tokens, because nobody can guess them. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
