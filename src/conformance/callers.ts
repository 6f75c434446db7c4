import type { TestResponse, TestService } from './service.js'

/** The request headers that authenticate a caller. */
export type Known = Readonly<Record<string, string>>

export const nobody: Known = {}
export const PASSWORD = 'a password for tests'

/** Returns the ticket in a response as a header for further requests. @throws Error if the response sets no ticket */
export function ticketOf({ headers, status }: TestResponse): Known {
  const [cookie = ''] = String(headers['set-cookie']).split(';')
  if (!/=./.test(cookie)) throw new Error(`no ticket in a response with status ${status}`)
  return { cookie }
}

/** Logs in with POST `/auth/login`. */
export function logIn(
  service: TestService,
  base: string,
  login: string,
  password = PASSWORD,
): Promise<TestResponse> {
  return service.send('POST', `${base}/auth/login`, { login, password })
}

/** The settings that create an admin at startup. */
export const withAdmin = {
  'system.user': 'root',
  'system.password': PASSWORD,
  'system.email': 'root@example.com',
} as const

/** The components of a document with users, in YAML: the scheme of their sessions, and the first of the schemas. */
export const USERS = `  securitySchemes: { session: { type: apiKey, in: cookie, name: sid, x-ticket: { secret: ticket_secret } } }
  schemas:
    User:
      type: object
      x-stored: true
      x-auth-model: true
      required: [username, email, password]
      properties:
        username: { type: string }
        email: { type: string, format: email }
        password: { type: string, writeOnly: true }
        groups: { type: array, items: { type: string, enum: [admin, user] }, default: [user] }`
