import { Client } from 'pg'
import { Unavailable } from '../../store.js'
import { isDatabaseError } from './errors.js'

/** Answers 503 come within 5 s (SPEC 6): so long may a query take, and then the server to greet a new connection, in milliseconds. */
const PATIENCE = 2500
const GREETING = 2000

/** How often it is looked whether a query has taken so long. */
const PAUSE = 250

/** What a server answers that shuts down or starts; any other refusal is that of one that lives, as that of too many connections. */
const GOING_OR_COMING = /^57P/

/** A query that is not answered yet, or a wait for a connection. */
interface Waiting {
  readonly since: number
  readonly giveUp: (reason: Unavailable) => void
}

/** Tells a query that takes its time from a server that is gone without a word: only the first one answers others, or still takes new connections. */
export class Watch {
  readonly #url: string
  /** In the order in which they were sent. */
  readonly #waiting = new Set<Waiting>()
  #timer: NodeJS.Timeout | undefined
  #asking = false
  /** Whether any query was answered since it was looked last. */
  #heard = false

  constructor(url: string) {
    this.#url = url
  }

  /**
   * Watches a query, or a wait for a connection, from now on.
   * @param giveUp called where the server is gone
   * @returns to be called with the end, and whether the server answered; tells whether it is the first
   */
  over(giveUp: (reason: Unavailable) => void): (isAnswer: boolean) => boolean {
    const waiting: Waiting = { since: Date.now(), giveUp }
    this.#waiting.add(waiting)
    this.#timer ??= setInterval(() => this.#look(), PAUSE).unref()
    return (isAnswer) => {
      this.#heard ||= isAnswer
      return this.#waiting.delete(waiting)
    }
  }

  #look(): void {
    const [oldest] = this.#waiting
    if (oldest === undefined) {
      clearInterval(this.#timer)
      this.#timer = undefined
    } else if (isLate(oldest) && !this.#heard && !this.#asking) void this.#ask()
    this.#heard = false
  }

  /** Those who wait at the same time ask together. */
  async #ask(): Promise<void> {
    this.#asking = true
    const alive = await greeted(this.#url)
    this.#asking = false
    if (alive || this.#heard) return
    for (const { giveUp } of [...this.#waiting].filter(isLate))
      giveUp(new Unavailable('the database does not answer'))
  }
}

function isLate({ since }: Waiting): boolean {
  return Date.now() - since >= PATIENCE
}

async function greeted(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: GREETING })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    return isDatabaseError(error) && !GOING_OR_COMING.test(error.code)
  }
}
