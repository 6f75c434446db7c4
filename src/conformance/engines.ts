import { randomBytes } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { Client } from 'pg'
import type { Engine } from '../ir/index.js'

/** A database of its own for one run of the suite. */
export interface TestDatabase {
  /** Settings that make a service use it. */
  readonly settings: Readonly<Record<string, string>>
  drop(): Promise<void>
}

/** A database system that emitted services run on. */
export interface TestEngine {
  readonly name: string
  readonly engine: Engine
  create(): Promise<TestDatabase>
}

const SQLITE: TestEngine = {
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

function uniqueName(): string {
  return `svcgen_${randomBytes(6).toString('hex')}`
}

/** The engines that can be tested here: SQLite, and those for which a server is named in the environment. */
export function testEngines(): readonly TestEngine[] {
  const { TEST_POSTGRES_URL, TEST_MONGODB_URL, TEST_MONGODB_RS_URL } = process.env
  const candidates: readonly (readonly [string, string | undefined, (url: string) => TestEngine])[] = [
    ['TEST_POSTGRES_URL', TEST_POSTGRES_URL, postgres],
    ['TEST_MONGODB_URL', TEST_MONGODB_URL, (url) => mongodb('MongoDB', url)],
    ['TEST_MONGODB_RS_URL', TEST_MONGODB_RS_URL, (url) => mongodb('MongoDB replica set', url)],
  ]
  const engines = candidates.flatMap(([variable, url, engine]) => {
    if (url === undefined || url === '') {
      console.log(`not tested on ${engine('mongodb://none').name}: ${variable} is not set`)
      return []
    }
    return [engine(url)]
  })
  return [SQLITE, ...engines]
}
