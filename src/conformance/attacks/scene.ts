import { beforeAll } from 'vitest'
import { type Known, logIn, nobody, PASSWORD, ticketOf, withAdmin } from '../callers.js'
import type { Answer, TestService } from '../service.js'

export const SECRET = 'a secret that these tests know'
/** The only site that CORS lets in. */
export const FRIEND = 'https://app.example'
export const EVIL = 'https://evil.example'
/** Failed log-ins of one account, before it has to wait. */
export const MAX_ATTEMPTS = 15

/** Settings that open all doors that there are. */
export const settings = {
  ...withAdmin,
  auth_tkt_secret: SECRET,
  'cors.enable': true,
  'cors.allow_origins': FRIEND,
  'cors.allow_credentials': true,
  enable_get_tunneling: true,
  enable_polymorphic_query: true,
  'rate_limit.login_max': MAX_ATTEMPTS,
}

/** A service of members, and what attacks on it are made with. */
export interface Scene {
  readonly people: {
    readonly admin: Known
    readonly attacker: Known
    readonly victim: Known
    /** Path of the victim's story: its `fee` is for admins, its `pitch` is hidden. */
    readonly story: string
  }
  send(method: string, path: string, body?: unknown, as?: Known, headers?: Known): Promise<Answer>
  get(path: string, as?: Known, headers?: Known): Promise<Answer>
  register(username: string, more?: object): Promise<Answer>
  logIn(login: string, password?: string): Promise<Answer>
  /** Whose ticket or token this is. */
  whoIs(as: Known): Promise<unknown>
  /** The attempts that are answered by another status than these, each with its own. */
  otherThan<T>(
    statuses: readonly number[],
    attempts: readonly T[],
    attack: (attempt: T) => Promise<Answer>,
  ): Promise<readonly (readonly [T, number])[]>
}

/** Sets the scene before the tests: an admin, an attacker who is a user like any other, and a victim with a story. */
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
    const made = await send('POST', '/users/victor/stories', story, people.victim)
    people.story = `/stories/${String(made.body['_pk'])}`
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
      attack: (attempt: T) => Promise<Answer>,
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
