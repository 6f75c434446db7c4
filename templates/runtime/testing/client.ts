import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Json } from '../json.js'

/** The parts of a response that tests check. */
export interface Answer {
  readonly status: number
  readonly body: Record<string, Json>
  readonly headers: Readonly<Record<string, unknown>>
  /** The `Set-Cookie` header. */
  readonly setCookie: string
}

/** A client that sends requests to a service and keeps its cookie, like a browser. */
export class Client {
  readonly #app: FastifyInstance
  /** The cookie as `name=value`; empty if there is none. */
  cookie = ''
  headers: Record<string, string> = {}

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  get(url: string): Promise<Answer> {
    return this.send('GET', url)
  }

  post(url: string, body?: Json): Promise<Answer> {
    return this.send('POST', url, body)
  }

  patch(url: string, body: Json): Promise<Answer> {
    return this.send('PATCH', url, body)
  }

  put(url: string, body: Json): Promise<Answer> {
    return this.send('PUT', url, body)
  }

  async send(method: NonNullable<InjectOptions['method']>, url: string, body?: Json): Promise<Answer> {
    const answer = await this.#app.inject({
      method,
      url,
      headers: {
        ...this.headers,
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const setCookie = String(answer.headers['set-cookie'] ?? '')
    if (setCookie !== '') this.cookie = setCookie.split(';')[0] ?? ''
    const text = answer.body
    const parsed: Record<string, Json> = text === '' ? {} : JSON.parse(text)
    return { status: answer.statusCode, body: parsed, headers: answer.headers, setCookie }
  }

  /** Registers a user, who is then logged in. */
  register(username: string, more: Record<string, Json> = {}): Promise<Answer> {
    return this.post('/auth/register', {
      username,
      email: `${username}@example.com`,
      password: 'opensesame',
      ...more,
    })
  }

  login(login: string, password = 'opensesame'): Promise<Answer> {
    return this.post('/auth/login', { login, password })
  }
}
