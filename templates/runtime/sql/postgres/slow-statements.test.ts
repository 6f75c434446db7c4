import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { internalModel } from '../../internal-model.js'
import { ALL_ROWS } from '../../repository/items.js'
import { type Condition, TooSlow } from '../../store.js'
import { SqlSession } from '../store.js'
import { PostgresDatabase } from './database.js'

const { TEST_POSTGRES_URL: direct, TEST_PGBOUNCER_URL: pooled } = process.env
const servers = [
  ['PostgreSQL', direct, true],
  ['PgBouncer', pooled, false],
] as const
for (const [name, url] of servers)
  if (url === undefined) console.log(`Skipping the tests of slow statements on ${name}: its URL is not set`)

if (servers.every(([, url]) => url === undefined)) it.skip('slow statements: no server is available')

const SLOW = "SELECT pg_sleep(20), 'svc slow statement'"

describe.each(servers.filter(([, url]) => url !== undefined))(
  'slow statements on %s',
  (_name, url = '', preparedStatements) => {
    const opened: PostgresDatabase[] = []
    const open = (settings: { pool?: number; statementTimeout?: number }): PostgresDatabase => {
      const database = new PostgresDatabase({ url, preparedStatements, ...settings }, {})
      opened.push(database)
      return database
    }
    const read = (database: PostgresDatabase, text = SLOW, isSlow = false) =>
      database.executor.read({ text, values: [], isSlow })
    afterEach(async () => {
      for (const database of opened.splice(0)) await database.close()
    })

    async function runningOnServer(): Promise<number> {
      const [[count = 0] = []] = await open({}).query(
        "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%svc slow%' AND pid <> pg_backend_pid()",
        [],
      )
      return Number(count)
    }

    /** Expects that other statements end before any of the slow ones, however busy the machine is. */
    async function expectBefore(slow: Promise<unknown>[], run: () => Promise<unknown>): Promise<void> {
      const others = Promise.all(Array.from({ length: 20 }, run)).then(() => 'others')
      expect(await Promise.race([others, ...slow.map((statement) => statement.then(String, String))])).toBe(
        'others',
      )
    }

    it('end after the timeout, also on the server, and the next statements succeed', async () => {
      const database = open({ pool: 1, statementTimeout: 1 })
      const start = Date.now()
      await expect(read(database)).rejects.toBeInstanceOf(TooSlow)
      expect(Date.now() - start).toBeLessThan(10_000)
      expect(await runningOnServer()).toBe(0)
      await database.ping()
      const inTransaction = database.transaction(async ({ native }) =>
        native instanceof SqlSession ? native.executor.read({ text: SLOW, values: [] }) : undefined,
      )
      await expect(inTransaction).rejects.toBeInstanceOf(TooSlow)
      await database.ping()
    }, 15_000)

    it('that end at the timeout do not end the next statement on their connection', async () => {
      // The next statement must not exceed the timeout itself, even if the machine is busy.
      const databases = Array.from({ length: 24 }, () => open({ pool: 1, statementTimeout: 3 }))
      // PgBouncer has fewer connections to the server, so that a late connection would wait for the slow statements.
      await Promise.all(databases.map((database) => database.ping()))
      const outcomes = databases.map(async (database, index) => {
        await read(database, `SELECT pg_sleep(${2.99 + index * 0.0006})`).catch(() => undefined)
        return read(database, 'SELECT pg_sleep(0.1)').then(
          () => 'complete',
          (error: unknown) => error,
        )
      })
      expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['complete']))
    }, 15_000)

    it('end when the service stops', async () => {
      const database = open({ statementTimeout: 0 })
      const results = Promise.allSettled([read(database), read(database)])
      await sleep(300)
      await database.close()
      opened.splice(opened.indexOf(database), 1)
      for (const { status } of await results) expect(status).toBe('rejected')
      expect(await runningOnServer()).toBe(0)
    }, 15_000)

    it('in transactions leave connections to other statements, also beside searches', async () => {
      const database = open({ pool: 4, statementTimeout: 2 })
      const transactions = Array.from({ length: 6 }, () =>
        database.transaction(async ({ native }) =>
          native instanceof SqlSession ? native.executor.read({ text: SLOW, values: [] }) : undefined,
        ),
      )
      const searches = Array.from({ length: 2 }, () => read(database, SLOW, true))
      const slow = [...transactions, ...searches]
      const ended = Promise.allSettled(slow)
      await sleep(300)
      await expectBefore(slow, () => database.ping())
      for (const result of await ended)
        expect(result).toEqual({ status: 'rejected', reason: expect.any(TooSlow) })
      await database.transaction(async () => undefined)
    }, 15_000)

    it('of searches leave half of the connections to others, and wait no longer than the timeout', async () => {
      const database = open({ pool: 4, statementTimeout: 2 })
      const searches = Array.from({ length: 10 }, () => read(database, SLOW, true))
      const ended = Promise.allSettled(searches)
      const start = Date.now()
      await expectBefore(searches, () => database.ping())
      for (const result of await ended)
        expect(result).toEqual({ status: 'rejected', reason: expect.any(TooSlow) })
      expect(Date.now() - start).toBeLessThan(8000)
      expect((await read(database, 'SELECT 1', true)).rows).toEqual([['1']])
    }, 15_000)

    it('with many filters that read through texts leave half of the connections to others', async () => {
      const items = internalModel(`svc_slow_${Math.random().toString(36).slice(2)}`, 'id', {
        id: { type: 'string', column: 'id' },
        text: { type: 'text', column: 'text' },
      })
      const database = new PostgresDatabase(
        { url, preparedStatements, pool: 4, statementTimeout: 2 },
        { [items.name]: items },
      )
      opened.push(database)
      const run = (text: string) => database.executor.write({ text, values: [], once: true })
      await run(
        `CREATE TABLE ${items.name} AS SELECT 'k' || n AS id, repeat('lorem ipsum ' || n, 100) AS text FROM generate_series(1, 20000) n`,
      )
      try {
        const store = database.store(items.name, ALL_ROWS)
        const filter: Condition = { kind: 'compare', field: 'text', op: 'icontains', value: 'ipsum' }
        const where: Condition = { kind: 'and', of: Array.from({ length: 48 }, () => filter) }
        const orderBy = [{ field: 'id', direction: 'asc' }] as const
        const searches: Promise<unknown>[] = Array.from({ length: 10 }, (_, index) =>
          index % 2 === 0 ? store.count(where) : store.find({ where, orderBy }),
        )
        const ended = Promise.allSettled(searches)
        await expectBefore(searches, () => store.findByKey('none'))
        await ended
      } finally {
        await run(`DROP TABLE ${items.name}`)
      }
    }, 30_000)
  },
)
