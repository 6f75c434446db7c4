import { randomBytes } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import type { Engine } from '../ir/index.js'

/** A separate database for one run of the suite. */
export interface TestDatabase {
  /** The settings for a service that uses the database. */
  readonly settings: Readonly<Record<string, string>>
  drop(): Promise<void>
}

/** A database system that emitted services run on. */
export interface TestEngine {
  readonly name: string
  readonly engine: Engine
  /** Number of processes that take turns serving requests; by default, the service runs in the test process. */
  readonly processes?: number
  create(): Promise<TestDatabase>
}

export const SQLITE: TestEngine = {
  name: 'SQLite',
  engine: 'svc_sqla',
  create: async () => ({ settings: { 'database.url': 'sqlite::memory:' }, drop: async () => undefined }),
}

function postgres(server: string): TestEngine {
  return {
    name: 'PostgreSQL',
    engine: 'svc_sqla',
    create: async () => {
      const name = uniqueName()
      await onServer(server, `CREATE DATABASE "${name}"`)
      const url = new URL(server)
      url.pathname = `/${name}`
      return {
        settings: { 'database.url': url.href, migrate: 'auto' },
        drop: () => onServer(server, `DROP DATABASE "${name}" WITH (FORCE)`),
      }
    },
  }
}

function pgbouncer(server: string): TestEngine {
  const { create } = postgres(server)
  return {
    name: 'PgBouncer',
    engine: 'svc_sqla',
    create: async () => {
      const { settings, drop } = await create()
      return { settings: { ...settings, 'database.prepared_statements': 'false' }, drop }
    },
  }
}

/** Number of databases on the Redis test server. Each test uses a different one. */
const REDIS_DATABASES = 1000

function twoProcesses(server: string, redis: string): TestEngine {
  const { create } = postgres(server)
  return {
    name: 'two processes on PostgreSQL with Redis',
    engine: 'svc_sqla',
    processes: 2,
    create: async () => {
      const { settings, drop } = await create()
      return { settings: { ...settings, 'redis.url': await emptyRedis(redis) }, drop }
    },
  }
}

async function emptyRedis(server: string): Promise<string> {
  const counting = new Redis(server)
  const number = 1 + ((await counting.incr('svcgen:tests')) % (REDIS_DATABASES - 1))
  await counting.select(number)
  await counting.flushdb()
  counting.disconnect()
  return `${server}/${number}`
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function mongodb(name: string, server: string): TestEngine {
  return {
    name,
    engine: 'svc_mongodb',
    create: async () => {
      const url = new URL(server)
      url.pathname = `/${uniqueName()}`
      return {
        settings: { 'mongodb.url': url.href },
        drop: async () => {
          const client = await MongoClient.connect(url.href)
          await client.db().dropDatabase()
          await client.close()
        },
      }
    },
  }
}

/** The settings for a service with its own search indexes, and the function that removes the indexes. */
export interface TestSearch {
  readonly settings: Readonly<Record<string, string>>
  drop(): Promise<void>
}

/** Returns the address of the test search engine. If there is none, prints a message and returns undefined. */
export function searchUrl(): string | undefined {
  const { TEST_OPENSEARCH_URL: url } = process.env
  if (url !== undefined && url !== '') return url
  console.log('not tested with OpenSearch: TEST_OPENSEARCH_URL is not set')
  return undefined
}

/** Returns settings that give a service its own search indexes, and a function that removes the indexes. */
export function testSearch(server: string, models: 'declared' | 'all'): TestSearch {
  const prefix = `${uniqueName()}-`
  return {
    settings: { 'search.url': server, 'search.prefix': prefix, 'search.models': models },
    drop: async () => {
      await fetch(`${server}/${prefix}*`, { method: 'DELETE' })
    },
  }
}

function uniqueName(): string {
  return `svcgen_${randomBytes(6).toString('hex')}`
}

/** The environment variables that enable a test engine, and the function that creates the engine from their values. */
type Candidate = readonly [readonly string[], (...urls: readonly string[]) => TestEngine]

const ENGINES: readonly Candidate[] = [
  [['TEST_POSTGRES_URL'], (url = '') => postgres(url)],
  [['TEST_MONGODB_URL'], (url = '') => mongodb('MongoDB', url)],
  [['TEST_MONGODB_RS_URL'], (url = '') => mongodb('MongoDB replica set', url)],
]

/** Other ways to run a service on an engine that is already tested. */
const VARIANTS: readonly Candidate[] = [
  [['TEST_PGBOUNCER_URL'], (url = '') => pgbouncer(url)],
  [['TEST_POSTGRES_URL', 'TEST_REDIS_URL'], (url = '', redis = '') => twoProcesses(url, redis)],
]

/**
 * Returns the engines that can be tested: SQLite, and those whose server is set in the environment.
 * @param variants whether to add PgBouncer and several processes; `TEST_VARIANTS=all` adds them to all tests, and
 * `TEST_VARIANTS=only` tests nothing else
 */
export function testEngines(variants = false): readonly TestEngine[] {
  const { TEST_VARIANTS = '' } = process.env
  const added = variants || TEST_VARIANTS !== '' ? VARIANTS : []
  if (TEST_VARIANTS === 'only') return available(added)
  return [SQLITE, ...available([...ENGINES, ...added])]
}

function available(candidates: readonly Candidate[]): readonly TestEngine[] {
  return candidates.flatMap(([variables, engine]) => {
    const missing = variables.filter((variable) => (process.env[variable] ?? '') === '')
    if (missing.length === 0) return [engine(...variables.map((variable) => process.env[variable] ?? ''))]
    const { name } = engine(...variables.map(() => 'mongodb://none'))
    console.log(`not tested on ${name}: missing ${missing.join(' and ')}`)
    return []
  })
}
