import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MongoClient, ObjectId } from 'mongodb'
import { Client } from 'pg'
import { openFile } from '../baseline/driver.js'

/**
 * For each engine, a function that creates one database for each service. All databases have the same rows, and the
 * tables from the emitted project's first migration. The function returns the databases' URLs, a function that returns
 * the key of the n-th row, and a function that removes the databases.
 */
export const DATABASES = { sqlite: sqliteDatabases, postgres: postgresDatabases, mongodb: mongoDatabases }

/** SQL that creates the full-text index for the handwritten service. */
const SEARCH = {
  sqlite: `CREATE VIRTUAL TABLE article_fts USING fts5(title, body, content='article', content_rowid='id');
    INSERT INTO article_fts (article_fts) VALUES ('rebuild');`,
  postgres: `CREATE INDEX article_fts ON article USING gin (to_tsvector('simple', title || ' ' || body))`,
}

async function sqliteDatabases(project, sizes, count) {
  const first = join(project, 'seed.db')
  rmSync(first, { force: true })
  const database = openFile(first)
  const functions = join(project, 'dist/src/generated/runtime/sql/sqlite/dialect.js')
  const { registerFunctions } = await import(pathToFileURL(functions))
  registerFunctions(database)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(tables(project, 'sqlite'))
  database.exec('BEGIN')
  for (const { table, columns, rows } of seeds(sizes)) {
    const insert = database.prepare(`INSERT INTO "${table}" (${columns}) VALUES (${columns.map(() => '?')})`)
    for (const row of rows) insert.run(...row)
  }
  database.exec('COMMIT')
  database.exec(SEARCH.sqlite)
  database.exec('ANALYZE')
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const urls = Array.from({ length: count }, (_, index) => {
    const file = join(project, `copy-${index}.db`)
    copyFileSync(first, file)
    return `sqlite:${file}`
  })
  return { urls, key: String, remove: async () => undefined }
}

async function postgresDatabases(project, sizes, count) {
  const server = process.env['TEST_POSTGRES_URL']
  if (server === undefined) throw new Error('set TEST_POSTGRES_URL to a PostgreSQL server')
  const names = Array.from({ length: count }, (_, index) => `svcgen_bench_${process.pid}_${index}`)
  const urlOf = (name) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  for (const name of names) {
    await run(server, (client) => client.query(`CREATE DATABASE ${name}`))
    await run(urlOf(name), async (client) => {
      await client.query(tables(project, 'postgres'))
      for (const { table, columns, rows } of seeds(sizes)) await insertAll(client, table, columns, [...rows])
      await client.query(SEARCH.postgres)
      await client.query('VACUUM ANALYZE')
    })
  }
  return {
    urls: names.map(urlOf),
    key: String,
    remove: () =>
      run(server, async (client) => {
        for (const name of names) await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
      }),
  }
}

async function mongoDatabases(project, sizes, count) {
  const server = process.env['TEST_MONGODB_URL']
  if (server === undefined) throw new Error('set TEST_MONGODB_URL to a MongoDB server')
  const client = await MongoClient.connect(server)
  const databases = Array.from({ length: count }, (_, index) =>
    client.db(`svcgen_bench_${process.pid}_${index}`),
  )
  for (const db of databases) {
    for (const { collection, path } of indexes(project))
      await db.collection(collection).createIndex({ [path]: 1, _id: 1 })
    for (const { table, columns, rows } of seeds(sizes))
      await db
        .collection(table)
        .insertMany([...rows].map((row, index) => documentOf(columns, row, index + 1)))
  }
  return {
    urls: databases.map(
      ({ databaseName }) => Object.assign(new URL(server), { pathname: `/${databaseName}` }).href,
    ),
    key,
    remove: async () => {
      for (const db of databases) await db.dropDatabase()
      await client.close()
    },
  }
}

function indexes(project) {
  const migration = JSON.parse(readFileSync(join(project, 'migrations/0001_initial.mongodb.json'), 'utf8'))
  return migration.up.filter((command) => command.do === 'create-index')
}

function documentOf(columns, row, n) {
  const { username = new ObjectId(key(n)), ...values } = Object.fromEntries(
    columns.map((column, index) => [column, row[index]]),
  )
  if (values.tags !== undefined) values.tags = JSON.parse(values.tags)
  if (values.created_at !== undefined) values.created_at = new Date(values.created_at)
  return { _id: username, ...values }
}

function key(n) {
  return n.toString(16).padStart(24, '0')
}

async function insertAll(client, table, columns, rows) {
  for (let start = 0; start < rows.length; start += 5000) {
    const text = `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(null::"${table}", $1)`
    const records = rows
      .slice(start, start + 5000)
      .map((row) =>
        Object.fromEntries(row.map((value, index) => [columns[index], recorded(columns[index], value)])),
      )
    await client.query(text, [JSON.stringify(records)])
  }
}

function recorded(column, value) {
  return column === 'tags' ? JSON.parse(value) : value
}

async function run(url, work) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function tables(project, dialect) {
  const text = readFileSync(join(project, `migrations/0001_initial.${dialect}.sql`), 'utf8')
  return text.slice(text.indexOf('-- migrate:up'), text.indexOf('-- migrate:down'))
}

function seeds({ stories, notes, users, topics, articles, subjects, records, teams }) {
  return [
    ...(records === undefined ? [] : [recordSeeds(records, teams)]),
    { table: 'user', columns: ['username', 'name'], rows: many(users, (n) => [`user-${n}`, `User ${n}`]) },
    {
      table: 'story',
      columns: ['body', 'created_at', 'owner_id', 'progress', 'status', 'tags', 'title', 'topic'],
      rows: many(stories, (n) => [
        `What happened in story ${n}, described at some length, so that the document has a realistic size`,
        new Date(1.7e12 + n * 1000).toISOString(),
        `user-${1 + (n % users)}`,
        (n % 100) / 100,
        n % 3 === 0 ? 'published' : 'draft',
        JSON.stringify(['red', `tag-${n % 50}`]),
        `Story ${n}`,
        `topic-${1 + (n % topics)}`,
      ]),
    },
    {
      table: 'note',
      columns: ['body', 'title'],
      rows: many(notes, (n) => [`What note ${n} says`, `Note ${n}`]),
    },
    {
      table: 'article',
      columns: ['body', 'title'],
      rows: many(articles, (n) => [
        `What is known about subject${1 + (n % subjects)}, described at some length, so that the article has a realistic size`,
        `Article ${n}`,
      ]),
    },
  ]
}

function recordSeeds(records, teams) {
  return {
    table: 'record',
    columns: ['body', 'team', 'title'],
    rows: many(records, (n) => [`What record ${n} says`, `team-${1 + (n % teams)}`, `Record ${n}`]),
  }
}

function* many(count, row) {
  for (let n = 1; n <= count; n += 1) yield row(n)
}
