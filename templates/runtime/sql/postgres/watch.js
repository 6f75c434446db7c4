import { Client } from 'pg'
import { Unavailable } from '../../store.js'
/** Answers 503 come within 5 s (SPEC 6): so long may a query take, and then the server to greet a new connection, in milliseconds. */
const PATIENCE = 2500
const GREETING = 2000
/** Tells a query that takes its time from a server that is gone without a word: only the first one still takes new connections. */
export class Watch {
  #url
  #probe
  constructor(url) {
    this.#url = url
  }
  /** @throws Unavailable where the server is gone; else as `answer` does */
  over(answer) {
    let timer
    const silence = new Promise((_, reject) => {
      timer = setInterval(() => {
        void this.#answers().then((alive) => alive || reject(new Unavailable('the database does not answer')))
      }, PATIENCE)
    })
    return Promise.race([answer, silence]).finally(() => clearInterval(timer))
  }
  /** Those who wait at the same time ask together. */
  #answers() {
    this.#probe ??= greeted(this.#url).finally(() => {
      this.#probe = undefined
    })
    return this.#probe
  }
}
async function greeted(url) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: GREETING })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
