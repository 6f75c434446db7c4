import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { Conflict, Forbidden } from '../errors.js'
import type { Row } from '../model.js'
import type { Session } from '../store.js'
import { type Accounts, digest } from '../users/users.js'
import type { AddAuthenticator, AuthRoutesParts } from './authentication.js'
import { type Caller, type Credential, callerOf, isAccepted, type Authenticator } from '../access/caller.js'
import type { AuthConfig } from '../access/config.js'
import { type Limits, UNLIMITED } from '../sessions/limits.js'
import { loginCheck } from '../users/login-changes.js'
import { checkCredentials } from './credentials.js'
import { logIn } from './routes.js'
import { isSame } from '../sessions/ticket-seal.js'

declare module '../users/users.js' {
  interface AccountsExtension {
    /** Returns the limits of a user's token, or undefined if it is not valid. The one of `/auth/token` is not asked for. */
    tokenLimits?(user: Row, token: string, within: Session): Promise<Limits | undefined>
  }
}

const SCHEME = 'apikey '
const TOKEN_BYTES = 32

/** Adds API keys to other authenticators. */
export const apiKeys: AddAuthenticator = (others, { accounts, config, fieldRules, isOn }) => {
  if (isOn) fieldRules.checkLogin = loginCheck(config)
  return [...others, new ApiKeys(accounts, config)]
}

/** Authentication by the header `Authorization: ApiKey <username>:<token>`. */
class ApiKeys implements Authenticator {
  readonly #accounts: Accounts
  readonly #tokens: Tokens
  readonly #config: AuthConfig

  constructor(accounts: Accounts, config: AuthConfig) {
    this.#accounts = accounts
    this.#tokens = new Tokens(accounts, config)
    this.#config = config
  }

  applies({ headers, routeOptions }: FastifyRequest): boolean {
    return headers.authorization !== undefined && isAccepted('api_key', routeOptions.config.accepts)
  }

  /** If a route also accepts tickets, the challenge names only API keys, because programs evaluate it. */
  challenges(others: readonly string[], accepts?: readonly Credential[]): readonly string[] {
    return isAccepted('api_key', accepts) ? ['ApiKey'] : others
  }

  /** @throws Forbidden if the token was made with one that lacks a scope of the route */
  async caller(request: FastifyRequest): Promise<Caller | null> {
    const given = readApiKey(request.headers.authorization)
    const user = given && (await this.#accounts.findByLogin(given.login))
    if (given === undefined || user === undefined) return null
    const limits = await this.#tokens.limits(user, given.token)
    if (limits === undefined) return null
    const key = this.#accounts.keyOf(user)
    const userIn = async (within: Session): Promise<Row | undefined> => {
      const current = await this.#accounts.find(key, within)
      const isValid = current && (await this.#tokens.limits(current, given.token, within)) !== undefined
      return isValid === true ? current : undefined
    }
    const { scopes } = limits
    const required = Object.values(request.routeOptions.config.scopes ?? {}).flat()
    if (scopes !== null && required.some((scope) => !scopes.includes(scope)))
      throw new Forbidden(`The token was made with one that does not have the scope "${required.join(' ')}".`)
    return callerOf(user, key, this.#config.fields, { by: 'api_key', ...limits, userIn })
  }
}

/** Parses the header. Splits it at the last colon, because a username can contain colons but a token cannot. */
export function readApiKey(header = ''): { readonly login: string; readonly token: string } | undefined {
  if (header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  const credentials = header.slice(SCHEME.length).trimStart()
  const colon = credentials.lastIndexOf(':')
  const [login, token] = [credentials.slice(0, colon), credentials.slice(colon + 1)]
  return colon < 1 || token === '' ? undefined : { login, token }
}

/** The tokens of users. Only their hashes are stored. A token is valid until its user's password changes. */
class Tokens {
  readonly #accounts: Accounts
  readonly #password: string

  constructor(accounts: Accounts, { fields }: AuthConfig) {
    this.#accounts = accounts
    this.#password = fields.password
  }

  /** Returns the hash of the user's valid token, or undefined if there is none. */
  async find(user: Row, within?: Session): Promise<string | undefined> {
    const account = await this.#accounts.stored(this.#accounts.keyOf(user), within)
    const token = account?.['token']
    return typeof token === 'string' && account?.['basis'] === this.#basis(user) ? token : undefined
  }

  /** Returns the limits of a user's token, or undefined if it is not valid. */
  async limits(
    user: Row,
    token: string,
    within: Session = this.#accounts.database,
  ): Promise<Limits | undefined> {
    const { extension } = this.#accounts
    if (!extension.isActive(user)) return undefined
    const own = await this.find(user, within)
    return own !== undefined && isSame(digest(token), own)
      ? UNLIMITED
      : extension.tokenLimits?.(user, token, within)
  }

  /** Creates a token, which replaces the previous one. */
  async make(user: Row): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const changes = { token: digest(token), basis: this.#basis(user) }
    await this.#accounts.store(this.#accounts.keyOf(user), changes)
    return token
  }

  /** Returns a digest that changes with the password. */
  #basis(user: Row): string {
    return digest(JSON.stringify(user[this.#password]))
  }
}

/**
 * Adds `POST /auth/token` and `/auth/reset_token`, which accept `{login, password}` and return `{token}`. A token cannot
 * be retrieved later. The handlers of a login also run here, because a token has the same effect as a login.
 */
export function tokenRoutes(app: FastifyInstance, parts: AuthRoutesParts): void {
  const { auth } = parts
  const tokens = new Tokens(auth.accounts, auth.config)
  app.post('/auth/token', async (request) => {
    const { user } = await checkCredentials(request, auth)
    if ((await tokens.find(user)) !== undefined)
      throw new Conflict('The user already has a token. Use POST /auth/reset_token to replace it.')
    await logIn(request, user, parts)
    return { token: await tokens.make(user) }
  })

  app.post('/auth/reset_token', async (request) => {
    const { user } = await checkCredentials(request, auth)
    await logIn(request, user, parts)
    return { token: await tokens.make(user) }
  })
}
