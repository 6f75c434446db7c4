import type { FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { AuthConfig } from '../access/config.js'
import { BadRequest, Forbidden, type HttpError, NotFound, UniqueViolation, errorSummary } from '../errors.js'
import { type AccountsExtension, digest } from '../users/users.js'
import type { Limits } from '../sessions/limits.js'
import { canonicalEmail, emailFault } from '../users/user-checks.js'
import { type KnownJobs, StoredJobs } from '../jobs/jobs.js'
import type { Json } from '../json.js'
import type { Models, Row } from '../model.js'
import { ALL_ROWS, type Items } from '../repository/items.js'
import { isKey, keyOf } from '../repository/parts.js'
import type { Settings } from '../settings/settings.js'
import { type Condition, type Database, type Session, both, equal } from '../store.js'
import { characterFault } from '../values/scalars.js'
import { limitedToken, limitsIn, newToken } from './limits.js'
import { limitMails } from './mail-limits.js'
import { MAIL_JOB, type MailRequest, type Mailer, type TokenKind, isPossible } from './mail.js'
import type { AccountSettings } from './settings.js'
import { mailTokenModel, namedTokenModel, sessionModel, verifiedModel } from './tables.js'

/** The `type` of the problem if a user must verify the email address before logging in. */
export const UNVERIFIED = 'urn:problem:email-not-verified'

/** The boolean field of the auth model that deactivates users. */
const ACTIVE = 'active'

/** Maximum number of users whom a request gives an address. */
const MAX_CHANGES = 2
const MAX_NAMED_TOKENS = 100
const MAX_NAME_LENGTH = 100
const MAX_AGENT_LENGTH = 200

/** Minimum time between mails that verify an address, in milliseconds. */
const RESEND_INTERVAL = 60_000

/** Time between updates of the last use of a token, in milliseconds. */
const USE_INTERVAL = 60_000

/** The dependencies of {@link AccountParts}. */
export interface AccountOptions {
  readonly database: Database
  readonly models: Models
  readonly config: AuthConfig
  readonly settings: Settings & AccountSettings
  readonly jobs: KnownJobs
}

/** A session or token as its user sees it. */
export type Shown = Readonly<Record<string, Json>>

/** Password reset, verification of email addresses, sessions, named tokens, and deactivated users. */
export class AccountParts implements AccountsExtension {
  readonly #database: Database
  readonly #config: AuthConfig
  readonly #settings: Settings & AccountSettings
  readonly #jobs: KnownJobs
  readonly #users: string
  readonly #hasActive: boolean

  constructor({ database, models, config, settings, jobs }: AccountOptions) {
    this.#database = database
    this.#config = config
    this.#settings = settings
    this.#jobs = jobs
    this.#users = config.model
    this.#hasActive = models[config.model]?.fields[ACTIVE]?.type === 'boolean'
  }

  isActive(user: Row): boolean {
    return !this.#hasActive || user[ACTIVE] !== false
  }

  // Mails

  /**
   * Adds the job that sends a mail to the user with this address, if there is one. The job is added for any address, so
   * that neither the response nor its timing reveals which users exist.
   */
  async requestMail(session: Session, kind: TokenKind, email: string, user = ''): Promise<void> {
    if (!isPossible(email)) return
    const request: MailRequest = { kind, email, ...(user === '' ? {} : { user }) }
    const key = `${kind} ${user || canonicalEmail(email)}`
    await new StoredJobs(session, this.#jobs).addNamed(MAIL_JOB, request, { key })
  }

  /**
   * Makes a token and sends it to a user. Does nothing if no active user has the address.
   * @param attempt the number of this call: after a call that has failed, its token does not mean that the mail was sent
   */
  async sendMail(
    mailer: Pick<Mailer<Row>, 'send'>,
    { kind, email, user: ref }: MailRequest,
    attempt: number,
  ): Promise<void> {
    const owner = await this.#userWith(email)
    const user = ref === undefined ? owner : await this.#userOf(ref, this.#database)
    if (user === undefined || !this.isActive(user)) return
    const isChange = kind === 'change'
    if (isChange && owner !== undefined) return
    const to = isChange ? email : String(user[this.#config.fields.email ?? ''])
    // Mail programs could take such text for several addresses. Earlier versions have stored it.
    if (emailFault(to) !== undefined) return
    if (kind === 'verify' && (await this.isVerified(user))) return
    if (kind === 'verify' && attempt === 1 && (await this.#wasSent(user))) return
    const token = await this.#newToken(kind, user, to)
    const { [this.#config.fields.password]: _password, ...known } = user
    const isInvitation = kind === 'invite'
    const link = this.#link(kind, token)
    await mailer.send({
      kind: isInvitation ? 'reset' : isChange ? 'verify' : kind,
      isInvitation,
      to,
      token,
      link,
      user: known,
    })
  }

  /** Returns whether a mail for the verification of the address was sent in the last minute. */
  async #wasSent(user: Row): Promise<boolean> {
    const since = Date.now() + this.#settings.accounts.tokenLifetime * 1000 - RESEND_INTERVAL
    const sent: Condition = { kind: 'compare', field: 'expires', op: 'gt', value: since }
    const own = both(equal('user', this.#ref(user)), equal('kind', 'verify'))
    return (await this.#database.store(mailTokenModel.name, ALL_ROWS).count(both(own, sent), 1)) > 0
  }

  /** Returns the page for a mail. Its host comes from the settings, because clients control the headers of requests. */
  #link(kind: TokenKind, token: string): string {
    const { publicUrl, host, port, accounts } = this.#settings
    const origin = publicUrl ?? `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
    const page =
      kind === 'verify' || kind === 'change'
        ? (accounts.verifyUrl ?? `${origin}/verify-email`)
        : (accounts.resetUrl ?? `${origin}/reset-password`)
    const url = new URL(page)
    url.searchParams.set('token', token)
    return url.href
  }

  async #newToken(kind: TokenKind, user: Row, address: string): Promise<string> {
    const token = newToken()
    const key = this.#ref(user)
    const { inviteLifetime, tokenLifetime } = this.#settings.accounts
    const expires = Date.now() + (kind === 'invite' ? inviteLifetime : tokenLifetime) * 1000
    const former = both(equal('user', key), equal('kind', kind))
    const expired: Condition = { kind: 'compare', field: 'expires', op: 'lt', value: Date.now() }
    await this.#database.transaction(async (session) => {
      const store = session.store(mailTokenModel.name, ALL_ROWS)
      await store.deleteMany({ kind: 'or', of: [former, expired] })
      const basis = this.#basis(kind, user, address)
      await store.insert([{ id: digest(token), user: key, kind, basis, expires }])
    })
    return token
  }

  /**
   * Returns what a token is valid for: the current email address, and unless it verifies it, also the current password. A token that
   * was sent to a former address must neither log in nor verify the current one. The basis of a `change` ends with the
   * new address.
   */
  #basis(kind: TokenKind, user: Row, address: string): string {
    const { email } = this.#config.fields
    const current = String(email === null ? '' : user[email])
    if (kind === 'verify') return current
    const basis = digest(`${this.#passwordBasis(user)} ${current}`)
    return kind === 'change' ? `${basis} ${address}` : basis
  }

  /** Returns a digest that changes with the password. */
  #passwordBasis(user: Row): string {
    return digest(String(user[this.#config.fields.password]))
  }

  /**
   * Returns the user of a token, which becomes invalid. An invitation is redeemed like the reset of a password, and a new
   * address like the first one, which it replaces.
   * @throws BadRequest for a token that is unknown, used or expired
   */
  async redeem(session: Session, purpose: 'reset' | 'verify', token: string): Promise<Row> {
    const store = session.store(mailTokenModel.name, ALL_ROWS)
    const row = await store.findByKey(digest(token))
    const kinds: readonly TokenKind[] = purpose === 'reset' ? ['reset', 'invite'] : ['verify', 'change']
    const kind = kinds.find((each) => each === row?.['kind'])
    const wasTaken = kind !== undefined && (await store.deleteByKey(digest(token)))
    const isValid = wasTaken && Number(row?.['expires']) >= Date.now()
    const user = isValid ? await this.#userOf(String(row?.['user']), session, true) : undefined
    const basis = String(row?.['basis'])
    const address = basis.slice(basis.indexOf(' ') + 1)
    if (
      kind === undefined ||
      user === undefined ||
      !this.isActive(user) ||
      basis !== this.#basis(kind, user, address)
    )
      throw invalidToken()
    return kind === 'change' ? this.#withAddress(session, user, address) : user
  }

  /** Replaces a user's email address. @throws BadRequest if another user has the address */
  async #withAddress(session: Session, user: Row, address: string): Promise<Row> {
    const { email } = this.#config.fields
    const users = session.store(this.#users, ALL_ROWS)
    await this.#endResets(session, user)
    try {
      return (await users.updateByKey(keyOf(users.spec, user), { [email ?? '']: address })) ?? user
    } catch (error) {
      throw error instanceof UniqueViolation ? invalidToken() : error
    }
  }

  /** Ends the links in mails that set a password, because they were sent to a former address. */
  async #endResets(session: Session, user: Row): Promise<void> {
    const kinds: Condition = {
      kind: 'compare',
      field: 'kind',
      op: 'in',
      value: ['reset', 'invite', 'change'],
    }
    await session.store(mailTokenModel.name, ALL_ROWS).deleteMany(both(equal('user', this.#ref(user)), kinds))
  }

  /**
   * Returns the data to store in `user`, or in the selected users whom the caller can change. Others must not get a mail
   * with which the caller becomes the owner of their address.
   * @throws HttpError 429 if the request would have too many mails sent
   */
  async changed(
    items: Items,
    request: FastifyRequest,
    where: Condition,
    data: Row,
    user?: Row,
  ): Promise<Row> {
    const { email, username } = this.#config.fields
    const given = email === null || email === username ? undefined : data[email]
    if (email === null || typeof given !== 'string') return data
    const address = canonicalEmail(given)
    const isRequired = this.#settings.accounts.verify === 'required'
    let count = 0
    for await (const changing of user === undefined ? items.locked(where) : [user]) {
      if (changing[email] === address) continue
      if (isRequired) await items.checkChange(changing, { ...data, [email]: address })
      await this.#endResets(items.session, changing)
      if (isRequired) {
        await limitMails(request, this.#settings, address)
        await this.requestMail(items.session, 'change', address, this.#ref(changing))
      }
      // Only one user can have the address.
      if (++count === MAX_CHANGES) break
    }
    const { [email]: _address, ...others } = data
    return isRequired ? others : data
  }

  // Verification

  /** @throws HttpError 429 if the registration would have too many mails sent */
  async registering(request: FastifyRequest, user: Row): Promise<void> {
    const { email } = this.#config.fields
    const address = email === null ? null : user[email]
    if (this.#settings.accounts.verify !== 'off' && typeof address === 'string')
      await limitMails(request, this.#settings, address)
  }

  async registered(session: Session, user: Row): Promise<void> {
    const { email } = this.#config.fields
    if (this.#settings.accounts.verify !== 'off' && email !== null)
      await this.requestMail(session, 'verify', String(user[email]))
  }

  async loginFault(request: FastifyRequest, user: Row, within?: Session): Promise<HttpError | undefined> {
    const { email } = this.#config.fields
    if (this.#settings.accounts.verify !== 'required' || email === null) return undefined
    // The operator has set the address of the first admin.
    const isSystemUser = user[this.#config.fields.username] === this.#settings.system.user
    if (isSystemUser || (await this.isVerified(user, within))) return undefined
    const address = user[email]
    if (within === undefined && typeof address === 'string' && !(await this.#wasSent(user))) {
      await limitMails(request, this.#settings, address)
      await this.requestMail(this.#database, 'verify', address)
    }
    return new Forbidden('Verify your email address before you log in. A mail has been sent to it.', {
      type: UNVERIFIED,
    })
  }

  /** Records that a user has the email address. */
  async verify(session: Session, user: Row): Promise<void> {
    const { email } = this.#config.fields
    const key = this.#ref(user)
    const row = { email: email === null ? null : (user[email] ?? null), basis: this.#passwordBasis(user) }
    const store = session.store(verifiedModel.name, ALL_ROWS)
    if ((await store.updateByKey(key, row)) === undefined) await store.insert([{ user: key, ...row }])
  }

  /** Keeps the verification of an address when its user changes the password. */
  async passwordChanged(session: Session, before: Row, after: Row): Promise<void> {
    if (await this.isVerified(before, session)) await this.verify(session, after)
  }

  async isVerified(user: Row, within: Session = this.#database): Promise<boolean> {
    const { email } = this.#config.fields
    const row = await within.store(verifiedModel.name, ALL_ROWS).findByKey(this.#ref(user))
    if (email === null || row === undefined || row['email'] !== user[email]) return false
    return row['basis'] === this.#passwordBasis(user)
  }

  // Sessions

  async recordSession(request: FastifyRequest, user: Row, session: string, stamp: string): Promise<void> {
    const store = this.#database.store(sessionModel.name, ALL_ROWS)
    const now = Date.now()
    if ((await store.updateByKey(session, { stamp, used: now })) !== undefined) return
    const agent = (request.headers['user-agent'] ?? '').slice(0, MAX_AGENT_LENGTH)
    const key = this.#ref(user)
    try {
      await store.insert([
        { id: session, user: key, stamp, agent, address: request.ip, created: now, used: now },
      ])
    } catch (error) {
      // Another request has renewed the ticket of the same session at the same time.
      if (!(error instanceof UniqueViolation)) throw error
    }
  }

  /**
   * Returns a user's sessions that have not ended, the oldest first. Forgets the others.
   * @param isOpen returns whether a session with this ID and stamp has not ended; `renewed` is the time of its newest
   * ticket, in milliseconds since 1970
   */
  async sessions(
    user: Row,
    isOpen: (id: string, stamp: string, renewed: number) => Promise<boolean>,
  ): Promise<readonly Row[]> {
    const open: Row[] = []
    const ended: Json[] = []
    for (const row of await this.#rowsOf(sessionModel.name, user))
      if (await isOpen(String(row['id']), String(row['stamp']), Number(row['used']))) open.push(row)
      else ended.push(row['id'] ?? null)
    if (ended.length > 0)
      await this.#database
        .store(sessionModel.name, ALL_ROWS)
        .deleteMany({ kind: 'compare', field: 'id', op: 'in', value: ended })
    return open.toSorted(byCreation)
  }

  async forgetSession(session: Session, id: string): Promise<void> {
    await session.store(sessionModel.name, ALL_ROWS).deleteByKey(id)
  }

  // Named tokens

  async tokenLimits(user: Row, token: string, within: Session): Promise<Limits | undefined> {
    const store = within.store(namedTokenModel.name, ALL_ROWS)
    const key = this.#ref(user)
    const [row] = await store.find({
      where: both(equal('hash', digest(token)), equal('user', key)),
      orderBy: [{ field: 'id', direction: 'asc' }],
      take: 1,
    })
    const now = Date.now()
    if (row === undefined || row['basis'] !== this.#passwordBasis(user)) return undefined
    const expires = (row['expires'] ?? null) === null ? null : Number(row['expires'])
    if (expires !== null && expires <= now) return undefined
    // A check in a transaction must not wait for another one. The beginning of the request has recorded the use.
    if (within.state === null && now - Number(row['used'] ?? 0) > USE_INTERVAL)
      await this.#database.store(namedTokenModel.name, ALL_ROWS).updateByKey(String(row['id']), { used: now })
    return { ...limitsIn(token), expires }
  }

  /**
   * Makes a token for a user. Only its hash is stored.
   * @param user the user as read before the session began, so that a later change of the password invalidates the token
   * @param limits the limits of the credentials with which the token is made
   * @throws BadRequest
   */
  async makeToken(
    session: Session,
    user: Row,
    { name, expires }: { readonly name: string; readonly expires: number | null },
    limits: Limits,
  ): Promise<Shown> {
    const key = this.#ref(user)
    const store = session.store(namedTokenModel.name, ALL_ROWS)
    // Concurrent requests of the same user must not exceed the limit together.
    await session
      .store(this.#users, ALL_ROWS)
      .findByKey(keyOf(session.store(this.#users, ALL_ROWS).spec, user), true)
    const basis = this.#passwordBasis(user)
    // Tokens that a new password has ended do not count.
    await store.deleteMany(both(equal('user', key), { kind: 'not', of: equal('basis', basis) }))
    if ((await store.count(equal('user', key), MAX_NAMED_TOKENS)) >= MAX_NAMED_TOKENS)
      throw new BadRequest(`A user can have at most ${MAX_NAMED_TOKENS} tokens. Delete one of them first.`)
    const token = limitedToken(limits)
    const [row = {}] = await store.insert([
      {
        id: randomUUID(),
        user: key,
        name,
        hash: digest(token),
        basis,
        created: Date.now(),
        expires: limits.expires === null ? expires : Math.min(expires ?? Infinity, limits.expires),
        used: null,
      },
    ])
    return { ...shownToken(row), token }
  }

  /** Returns a user's valid tokens, the oldest first. */
  async tokens(user: Row): Promise<readonly Shown[]> {
    const basis = this.#passwordBasis(user)
    const rows = (await this.#rowsOf(namedTokenModel.name, user)).filter((row) => row['basis'] === basis)
    return rows.toSorted(byCreation).map(shownToken)
  }

  /** @throws NotFound if the user has no such token */
  async token(user: Row, id: string): Promise<Shown> {
    const found = (await this.tokens(user)).find((token) => token['id'] === id)
    if (found === undefined) throw new NotFound('You have no token with this ID.')
    return found
  }

  /** @throws NotFound if the user has no such token */
  async removeToken(session: Session, user: Row, id: string): Promise<void> {
    await this.token(user, id)
    await session.store(namedTokenModel.name, ALL_ROWS).deleteByKey(id)
  }

  #rowsOf(model: string, user: Row): Promise<Row[]> {
    const orderBy = [{ field: 'id', direction: 'asc' }] as const
    return this.#database.store(model, ALL_ROWS).find({ where: equal('user', this.#ref(user)), orderBy })
  }

  /** @param ref the user's key as JSON */
  async #userOf(ref: string, within: Session, lock = false): Promise<Row | undefined> {
    const key: Json = JSON.parse(ref)
    return isKey(key) ? within.store(this.#users, ALL_ROWS).findByKey(key, lock) : undefined
  }

  async #userWith(email: string): Promise<Row | undefined> {
    const { email: field } = this.#config.fields
    if (field === null) return undefined
    const store = this.#database.store(this.#users, ALL_ROWS)
    const [user] = await store.find({
      where: { kind: 'compare', field, op: 'in', value: [email, canonicalEmail(email)] },
      orderBy: [{ field: store.spec.key, direction: 'asc' }],
      take: 1,
    })
    return user
  }

  /** Returns the key of a user as JSON, because keys can be numbers or strings. */
  #ref(user: Row): string {
    return JSON.stringify(user[this.#config.fields.username] ?? null)
  }
}

function invalidToken(): BadRequest {
  return new BadRequest('The token is invalid or has expired.', {
    errors: [{ path: '/token', message: 'is invalid or has expired' }],
  })
}

function byCreation(a: Row, b: Row): number {
  return Number(a['created']) - Number(b['created'])
}

/** Reads the name of a new token and the time when it expires. @throws BadRequest with all errors */
export function readTokenBody({
  name,
  expires_at: expiresAt = null,
  ...others
}: Readonly<Record<string, unknown>>): {
  readonly name: string
  readonly expires: number | null
} {
  const errors = Object.keys(others).map((field) => ({ path: `/${field}`, message: 'is unknown' }))
  const isName = typeof name === 'string' && name.trim() !== '' && name.length <= MAX_NAME_LENGTH
  if (!isName) errors.push({ path: '/name', message: `must be text with 1 to ${MAX_NAME_LENGTH} characters` })
  const fault = typeof name === 'string' ? characterFault(name) : undefined
  if (fault !== undefined) errors.push({ path: '/name', message: fault })
  const expires = expiresAt === null ? null : timeOf(expiresAt)
  if (Number.isNaN(expires) || (expires !== null && expires <= Date.now()))
    errors.push({
      path: '/expires_at',
      message: 'must be a date and time in the future, such as 2030-01-01T00:00:00Z',
    })
  if (errors.length > 0 || typeof name !== 'string')
    throw new BadRequest(`Invalid body: ${errorSummary(errors)}.`, { errors })
  return { name, expires }
}

/** Returns a datetime with an offset in milliseconds since 1970, or NaN. */
function timeOf(value: unknown): number {
  const isDateTime =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value)
  return isDateTime ? Date.parse(value) : Number.NaN
}

function shownToken({ id = null, name = null, created, expires, used }: Row): Shown {
  return {
    id,
    name,
    created_at: datetime(created),
    expires_at: datetime(expires),
    last_used_at: datetime(used),
  }
}

/** Returns a time in milliseconds since 1970 as a datetime. */
export function datetime(time: Json | undefined): string | null {
  return time === null || time === undefined ? null : new Date(Number(time)).toISOString()
}
