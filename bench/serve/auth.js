import { hash } from '@node-rs/argon2'
import { openFile } from '../baseline/driver.js'

const PASSWORD = 'a password for the benchmark'

/** Settings that require authentication. */
export const SECURED = { auth: true, auth_tkt_secret: 'a secret for the benchmark only' }

/** Gives the first user of each database the group `editor` and the team `team-1`, the second the group `admin`. */
export async function setPasswords(urls) {
  const hashed = await hash(PASSWORD)
  for (const url of urls) {
    const database = openFile(url.replace('sqlite:', ''))
    const update = database.prepare('UPDATE user SET password = ?, groups = ?, team = ? WHERE username = ?')
    update.run(hashed, '["editor"]', 'team-1', 'user-1')
    update.run(hashed, '["admin"]', null, 'user-2')
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
  }
}

/** Logs a user in. Returns the cookie, which all services accept because they share a secret. */
export async function logIn(port, login = 'user-1') {
  const response = await fetch(`http://127.0.0.1:${port}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: PASSWORD }),
  })
  if (response.status !== 200) throw new Error(await response.text())
  return response.headers.get('set-cookie').split(';')[0]
}
