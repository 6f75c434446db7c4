import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Json } from '../json.js'

/** The parts of a response checked in tests. */
export interface TestResponse {
  readonly status: number
  readonly body: Record<string, Json>
  readonly headers: Readonly<Record<string, unknown>>
  /** The `Set-Cookie` header. */
  readonly setCookie: string
}

/** A client that sends requests to a service and keeps the cookie, like a browser. */
export class Client {
  readonly #app: FastifyInstance
  /** The cookie, as `name=value`, or an empty string if there is none. */
  cookie = ''
  headers: Record<string, string> = {}

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  get(url: string): Promise<TestResponse> {
    return this.send('GET', url)
  }

  post(url: string, body?: Json): Promise<TestResponse> {
    return this.send('POST', url, body)
  }

  patch(url: string, body: Json): Promise<TestResponse> {
    return this.send('PATCH', url, body)
  }

  put(url: string, body: Json): Promise<TestResponse> {
    return this.send('PUT', url, body)
  }

  async send(method: NonNullable<InjectOptions['method']>, url: string, body?: Json): Promise<TestResponse> {
    const response = await this.#app.inject({
      method,
      url,
      headers: {
        ...this.headers,
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const setCookie = String(response.headers['set-cookie'] ?? '')
    if (setCookie !== '') this.cookie = setCookie.split(';')[0] ?? ''
    const text = response.body
    const parsed: Record<string, Json> = text === '' ? {} : JSON.parse(text)
    return { status: response.statusCode, body: parsed, headers: response.headers, setCookie }
  }

  /** Registers a user, who is then logged in. */
  register(username: string, more: Record<string, Json> = {}): Promise<TestResponse> {
    return this.post('/auth/register', {
      username,
      email: `${username}@example.com`,
      password: 'opensesame',
      ...more,
    })
  }

  login(login: string, password = 'opensesame'): Promise<TestResponse> {
    return this.post('/auth/login', { login, password })
  }
}
