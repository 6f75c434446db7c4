import type { Answer, TestService } from './service.js'

/** What makes a caller known: headers of a request. */
export type Known = Readonly<Record<string, string>>

export const nobody: Known = {}
export const PASSWORD = 'a password for tests'

/** The ticket that an answer gives, as the header of requests that follow. @throws Error where it gives none */
export function ticketOf({ headers, status }: Answer): Known {
  const [cookie = ''] = String(headers['set-cookie']).split(';')
  if (!/=./.test(cookie)) throw new Error(`no ticket in an answer ${status}`)
  return { cookie }
}

/** Logs in by POST `/auth/login`. */
export function logIn(
  service: TestService,
  base: string,
  login: string,
  password = PASSWORD,
): Promise<Answer> {
  return service.send('POST', `${base}/auth/login`, { login, password })
}

/** The settings that make an admin at the start. */
export const withAdmin = {
  'system.user': 'root',
  'system.password': PASSWORD,
  'system.email': 'root@example.com',
} as const
