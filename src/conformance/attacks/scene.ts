import { beforeAll } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from '../callers.js'
import type { TestResponse, TestService } from '../service.js'

export const SECRET = 'a secret that these tests know'
/** The only origin allowed by CORS. */
export const ALLOWED_ORIGIN = 'https://app.example'
export const ATTACKER_ORIGIN = 'https://evil.example'
/** Number of failed logins after which an account is limited. */
export const MAX_ATTEMPTS = 15

/** Settings that enable every optional feature. */
export const settings = {
  ...withAdmin,
  auth_tkt_secret: SECRET,
  'cors.enable': true,
  'cors.allow_origins': ALLOWED_ORIGIN,
  'cors.allow_credentials': true,
  enable_get_tunneling: true,
  enable_polymorphic_query: true,
  'rate_limit.login_max': MAX_ATTEMPTS,
}

/** The service under attack, with the credentials and helpers used by the attacks. */
export interface Scene {
  readonly people: {
    readonly admin: Known
    readonly attacker: Known
    readonly victim: Known
    /** Path of the victim's story: only admins see its `fee`, and its `pitch` is hidden. */
    readonly story: string
  }
  send(method: string, path: string, body?: unknown, as?: Known, headers?: Known): Promise<TestResponse>
  get(path: string, as?: Known, headers?: Known): Promise<TestResponse>
  register(username: string, more?: object): Promise<TestResponse>
  logIn(login: string, password?: string): Promise<TestResponse>
  /** Returns the key of the user to whom this ticket or token belongs. */
  whoIs(as: Known): Promise<unknown>
  /** Returns the attempts whose status is not in `statuses`, each with its status. */
  otherThan<T>(
    statuses: readonly number[],
    attempts: readonly T[],
    attack: (attempt: T) => Promise<TestResponse>,
  ): Promise<readonly (readonly [T, number])[]>
}

/** Sets up the users before the tests: an admin, an attacker who is an ordinary user, and a victim with a story. */
export function scene(service: () => TestService): Scene {
  const people = { admin: nobody, attacker: nobody, victim: nobody, story: '' }
  const send: Scene['send'] = (method, path, body, as = nobody, headers = {}) =>
    service().send(method, `/v1${path}`, body, { ...as, ...headers })
  const get: Scene['get'] = (path, as = nobody, headers = {}) => send('GET', path, undefined, as, headers)
  const register: Scene['register'] = (username, more = {}) => {
    const email = `${encodeURIComponent(username)}@example.com`
    return send('POST', '/auth/register', { username, email, password: PASSWORD, ...more })
  }
  const enter: Scene['logIn'] = (login, password) => logIn(service(), '/v1', login, password)

  beforeAll(async () => {
    people.admin = ticketOf(await enter('root'))
    people.attacker = ticketOf(await register('mallory'))
    people.victim = ticketOf(await register('victor'))
    const story = { title: 'Of Victor', text: 'Well' }
    const created = await send('POST', '/users/victor/stories', story, people.victim)
    people.story = `/stories/${String(created.body['_pk'])}`
    await send('PATCH', people.story, { fee: 4711, pitch: 'a secret pitch' }, people.admin)
  })

  return {
    people,
    send,
    get,
    register,
    logIn: enter,
    whoIs: async (as) => (await get('/users/self', as)).body['_pk'],
    async otherThan<T>(
      statuses: readonly number[],
      attempts: readonly T[],
      attack: (attempt: T) => Promise<TestResponse>,
    ) {
      const others: (readonly [T, number])[] = []
      for (const attempt of attempts) {
        const { status } = await attack(attempt)
        if (!statuses.includes(status)) others.push([attempt, status])
      }
      return others
    },
  }
}
