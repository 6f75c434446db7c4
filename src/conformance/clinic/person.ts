import type { Body } from '../service.js'

/** A response of the clinic. */
export interface Answer {
  readonly status: number
  readonly body: Body
  readonly bytes: Buffer
}

/** A user of the clinic with a browser of their own. */
export class Person {
  readonly username: string
  readonly role: 'admin' | 'manager' | 'doctor' | 'patient'
  readonly organization: string
  readonly #addresses: readonly string[]
  #cookie = ''
  #turn = 0

  constructor(username: string, role: Person['role'], organization: string, addresses: readonly string[]) {
    this.username = username
    this.role = role
    this.organization = organization
    this.#addresses = addresses
  }

  get email(): string {
    return `${this.username}@example.com`
  }

  /** Sends a request to one of the processes, which take turns. */
  async send(method: string, path: string, body?: object): Promise<Answer> {
    this.#turn += 1
    const address = this.#addresses[this.#turn % this.#addresses.length]
    const isForm = body instanceof FormData
    const response = await fetch(`${address}/v1${path}`, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    })
    const [ticket = ''] = (response.headers.get('set-cookie') ?? '').split(';')
    if (ticket.startsWith('clinic=')) this.#cookie = ticket
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    return { status: response.status, bytes, body: isJson ? JSON.parse(bytes.toString()) : {} }
  }

  /** Sends a request that must succeed. @throws Error with the response */
  async must(method: string, path: string, body?: object): Promise<Body> {
    const answer = await this.send(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${this.username}: ${method} ${path}: ${answer.status} ${answer.bytes.toString()}`)
    return answer.body
  }

  async logIn(password: string): Promise<void> {
    await this.must('POST', '/auth/login', { login: this.username, password })
  }
}
