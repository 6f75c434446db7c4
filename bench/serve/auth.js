import { hash } from '@node-rs/argon2'
import Database from 'better-sqlite3'

const PASSWORD = 'a password for the bench'

/** Settings with which callers have to be known. */
export const SECURED = { auth: true, auth_tkt_secret: 'a secret for the bench alone' }

/** Lets the first user of each database log in, who is an editor. */
export async function setPasswords(urls) {
  const hashed = await hash(PASSWORD)
  for (const url of urls) {
    const database = new Database(url.replace('sqlite:', ''))
    database
      .prepare('UPDATE user SET password = ?, groups = ? WHERE username = ?')
      .run(hashed, '["editor"]', 'user-1')
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
  }
}

/** Logs the first user in; the cookie is good for all services, which have one secret. */
export async function logIn(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'user-1', password: PASSWORD }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer.headers.get('set-cookie').split(';')[0]
}
