import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseShape } from '../../../src/testing/database-shape.js'
import { emptyDatabase, type TestDatabase, testedEngines } from '../../../src/testing/stored-database.js'
import { temporaryFolder } from '../../../src/testing/temporary-folder.js'
import type { SqlDatabase } from './connection.js'
import { openDatabase } from './database.js'
import { migrateDown, migrateRedo, migrateUp, migrationStatus, parseMigration } from './migrations.js'
import { runOnRows, needsOf } from './existing-rows.js'
import { registerConversions } from './sqlite/conversions.js'

const CONVERSIONS = { conversions: registerConversions }

describe.each(testedEngines())('migrations on %s', (engine) => {
  let home: TestDatabase
  let folder: string
  let database: SqlDatabase

  beforeEach(async () => {
    home = await emptyDatabase(engine)
    folder = temporaryFolder()
    database = await openDatabase({ url: home.url }, {}, CONVERSIONS)
  })

  afterEach(async () => {
    await database.close()
    await home.dispose()
  })

  function write(name: string, up: string, down: string, head = ''): void {
    writeFileSync(
      join(folder, `${name}.${engine}.sql`),
      `-- a migration\n${head}\n-- migrate:up\n${up}\n-- migrate:down\n${down}\n`,
    )
  }

  it('are applied once, in order, and reverted one by one', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER);', 'DROP TABLE a;')
    write('0002_b', 'CREATE TABLE b (id INTEGER);', 'DROP TABLE b;')
    expect(await migrateUp(database, { runOnRows, folder })).toEqual(['0001_a', '0002_b'])
    expect(await migrateUp(database, { runOnRows, folder })).toEqual([])
    expect(await migrateDown(database, { runOnRows, folder })).toBe('0002_b')
    expect(await migrationStatus(database, { folder })).toEqual([
      { name: '0001_a', state: 'applied' },
      { name: '0002_b', state: 'pending' },
    ])
    expect(await migrateDown(database, { runOnRows, folder })).toBe('0001_a')
    expect(await migrateDown(database, { runOnRows, folder })).toBeNull()
  })

  it('that fail leave the database unchanged', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER);', 'DROP TABLE a;')
    await migrateUp(database, { runOnRows, folder })
    const shape = await databaseShape(home.url)
    write('0002_b', 'CREATE TABLE b (id INTEGER); INSERT INTO nowhere VALUES (1);', '')
    await expect(migrateUp(database, { runOnRows, folder })).rejects.toThrow(/0002_b.*nowhere/)
    expect(await databaseShape(home.url)).toEqual(shape)
    expect((await migrationStatus(database, { folder })).map(({ state }) => state)).toEqual([
      'applied',
      'pending',
    ])
  })

  it('that fail because of existing rows leave the rows unchanged, and report what to do', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER, name TEXT); INSERT INTO a VALUES (1, NULL);', '')
    await migrateUp(database, { runOnRows, folder })
    write(
      '0002_b',
      'CREATE TABLE b (name TEXT NOT NULL);\nINSERT INTO b SELECT name FROM a;\nDROP TABLE a;',
      '',
    )
    await expect(migrateUp(database, { runOnRows, folder })).rejects.toThrow(
      /^migration 0002_b failed and was rolled back: .*\.\nExisting rows violate this constraint; change or delete/s,
    )
    expect((await migrationStatus(database, { folder })).map(({ state }) => state)).toEqual([
      'applied',
      'pending',
    ])
    expect(await database.query('SELECT name FROM a', [])).toEqual([[null]])
  })

  it('that add a unique index report duplicate values', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `(1, '${name}', 1), (1, '${name}', 2)`)
    write(
      '0001_a',
      `CREATE TABLE a (org INTEGER, "full name" TEXT, id INTEGER); INSERT INTO a VALUES ${rows.join(', ')}, (1, 'a', 3), (1, NULL, 4), (1, NULL, 5);`,
      '',
    )
    await migrateUp(database, { runOnRows, folder })
    write(
      '0002_b',
      'CREATE UNIQUE INDEX a_key ON a (id);\nCREATE UNIQUE INDEX b_key ON "a" ("full name");\nCREATE UNIQUE INDEX c_key ON "a" ("org", "full name");',
      '',
    )
    const others = ['b', 'c', 'd', 'e']
    const names = ['"a" in 3 rows', ...others.map((name) => `"${name}" in 2 rows`)]
    const pairs = ['(1, "a") in 3 rows', ...others.map((name) => `(1, "${name}") in 2 rows`)]
    await expect(migrateUp(database, { runOnRows, folder })).rejects.toThrow(
      `.
a.id must be unique, but has duplicate values: 1 in 6 rows, 2 in 6 rows
a.full name must be unique, but has duplicate values: ${names.join(', ')}, …
a (org, full name) must be unique, but has duplicate values: ${pairs.join(', ')}, …
Change or delete rows with these values, and run the migration again`,
    )
  })

  it('that fail while a table is being rebuilt report its name, not its temporary name', async () => {
    write(
      '0001_a',
      'CREATE TABLE _svc_rebuilt_a (name TEXT NOT NULL); INSERT INTO _svc_rebuilt_a VALUES (NULL);',
      '',
    )
    const failure: unknown = await migrateUp(database, { runOnRows, folder }).catch((error: unknown) => error)
    expect(String(failure)).toMatch(/ a\.name|"a"/)
    expect(String(failure)).not.toContain('_svc_rebuilt_')
  })

  it('that lose data are rejected unless allowed', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER, name TEXT); INSERT INTO a VALUES (1, NULL);', '')
    write('0002_b', 'ALTER TABLE a DROP COLUMN name;', '', '-- destructive: a.name the column is dropped')
    expect(await migrateUp(database, { runOnRows, folder })).toEqual(['0001_a', '0002_b'])
    write('0003_c', 'DROP TABLE a;', '', '-- destructive: a the table is dropped')
    await expect(migrateUp(database, { runOnRows, folder })).rejects.toThrow(
      /"npm run migrate -- --allow-destructive":\na \(1 row\): the table is dropped/,
    )
    expect(await migrateUp(database, { runOnRows, folder, allowDestructive: true })).toEqual(['0003_c'])
  })

  it('are reported as soon as they are applied, because a later one might fail', async () => {
    write('0001_a', 'CREATE TABLE a (name TEXT);', '')
    write('0002_b', 'CREATE TABLE a (name TEXT);', '')
    const applied: string[] = []
    const options = { folder, onApplied: (name: string) => void applied.push(name) }
    await expect(migrateUp(database, options)).rejects.toThrow('0002_b')
    expect(applied).toEqual(['0001_a'])
  })

  it('that convert values report how many rows have a value, even if not all values are lost', async () => {
    write('0001_a', "CREATE TABLE a (code TEXT); INSERT INTO a VALUES ('42'), ('abc'), (NULL);", '')
    write('0002_b', '', '', '-- destructive: a.code values that are not numbers are lost')
    await expect(migrateUp(database, { runOnRows, folder })).rejects.toThrow(
      /0002_b might lose data.*:\na\.code \(2 rows have a value\): values that are not numbers are lost$/s,
    )
  })

  it('are rejected if rows have no value for a required field, or would get the same value for a unique field', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER, name TEXT); INSERT INTO a VALUES (1, NULL);', '')
    await migrateUp(database, { runOnRows, folder })
    const count = 'SELECT count(*) FROM a WHERE (name) IS NULL'
    write('0002_b', 'CREATE TABLE b (id INTEGER);', '', `-- no value: A.name ${count}`)
    await expect(migrateUp(database, { runOnRows, folder })).rejects.toThrow(
      /0002_b was not applied:\nA\.name becomes required, but 1 row has no value\n.*"_backfill"/s,
    )
    write('0002_b', "INSERT INTO a VALUES (2, 'x');", '', `-- one value: A.name ${count}`)
    expect(await migrateUp(database, { runOnRows, folder })).toEqual(['0002_b'])
    write('0003_c', 'INSERT INTO a VALUES (3, NULL);', '')
    await migrateUp(database, { runOnRows, folder })
    write('0004_d', '', '', `-- one value: A.name ${count}`)
    await expect(migrateUp(database, { runOnRows, folder })).rejects.toThrow(
      /A\.name is unique, but 2 rows have no value/,
    )
  })

  it('are not reverted if rows have no value for a field that becomes required', async () => {
    const down = '-- no value: A.name SELECT count(*) FROM a WHERE (name) IS NULL\nDROP TABLE a;'
    write('0001_a', 'CREATE TABLE a (id INTEGER, name TEXT); INSERT INTO a VALUES (1, NULL);', down)
    await migrateUp(database, { runOnRows, folder })
    await expect(migrateDown(database, { runOnRows, folder })).rejects.toThrow(
      /0001_a was not reverted:\nA\.name becomes required, but 1 row has no value\nGive each row a value/,
    )
  })

  it('that created tables with data are reverted only with --allow-destructive', async () => {
    write(
      '0001_a',
      'CREATE TABLE a (id INTEGER);',
      '-- destructive: a the table and all its rows are deleted\nDROP TABLE a;',
    )
    await migrateUp(database, { runOnRows, folder })
    expect(await migrateDown(database, { runOnRows, folder })).toBe('0001_a')
    write(
      '0001_a',
      'CREATE TABLE a (id INTEGER); INSERT INTO a VALUES (1), (2);',
      '-- destructive: a the table and all its rows are deleted\nDROP TABLE a;',
    )
    await migrateUp(database, { runOnRows, folder })
    await expect(migrateDown(database, { runOnRows, folder })).rejects.toThrow(
      /not reverted.*"npm run migrate -- down --allow-destructive":\na \(2 rows\): the table/s,
    )
    expect(await migrateDown(database, { runOnRows, folder, allowDestructive: true })).toBe('0001_a')
  })

  it('that were edited block others until redo reverts them, using the text that was applied', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER);', 'DROP TABLE a;')
    write('0002_b', 'CREATE TABLE b (id INTEGER);', 'DROP TABLE b;')
    await migrateUp(database, { runOnRows, folder })
    const file = join(folder, `0001_a.${engine}.sql`)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'))
    expect(await migrateUp(database, { runOnRows, folder })).toEqual([])
    write('0002_b', 'CREATE TABLE c (id INTEGER);', 'DROP TABLE c;')
    write('0003_d', 'CREATE TABLE d (id INTEGER);', 'DROP TABLE d;')
    await expect(migrateUp(database, { runOnRows, folder })).rejects.toThrow(
      /0002_b has changed since.*"npm run migrate -- redo"/s,
    )
    expect(await migrationStatus(database, { folder })).toEqual([
      { name: '0001_a', state: 'applied' },
      { name: '0002_b', state: 'edited' },
      { name: '0003_d', state: 'pending' },
    ])
    expect(await migrateRedo(database, { runOnRows, folder })).toEqual({
      reverted: '0002_b',
      applied: ['0002_b', '0003_d'],
    })
    await expect(database.query('SELECT * FROM b', [])).rejects.toThrow()
  })

  it('are not redone if the newest one is not applied, because that would revert an earlier one', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER);', 'DROP TABLE a;')
    write('0002_b', 'CREATE TABLE b (id INTEGER);', 'DROP TABLE b;')
    const refusal = 'the newest migration, 0002_b, is not applied; run "npm run migrate"'
    await expect(migrateRedo(database, { runOnRows, folder })).rejects.toThrow(refusal)
    await migrateUp(database, { runOnRows, folder })
    expect(await migrateRedo(database, { runOnRows, folder })).toEqual({
      reverted: '0002_b',
      applied: ['0002_b'],
    })
    await migrateDown(database, { runOnRows, folder })
    await expect(migrateRedo(database, { runOnRows, folder })).rejects.toThrow(refusal)
    expect((await migrationStatus(database, { folder })).map(({ state }) => state)).toEqual([
      'applied',
      'pending',
    ])
  })

  it('that were replaced by a file with the same number can be redone', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER);', 'DROP TABLE a;')
    await migrateUp(database, { runOnRows, folder })
    rmSync(join(folder, `0001_a.${engine}.sql`))
    expect(await migrationStatus(database, { folder })).toEqual([{ name: '0001_a', state: 'unknown' }])
    expect(await migrateUp(database, { runOnRows, folder })).toEqual([])
    write('0001_b', 'CREATE TABLE b (id INTEGER);', 'DROP TABLE b;')
    await expect(migrateUp(database, { runOnRows, folder })).rejects.toThrow(
      /0001_a is applied, but its file was replaced.*"npm run migrate -- redo"/s,
    )
    expect(await migrateRedo(database, { runOnRows, folder })).toEqual({
      reverted: '0001_a',
      applied: ['0001_b'],
    })
  })

  it('get a checksum later if an older version of the service applied them', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER);', 'DROP TABLE a;')
    await database.migrating((connection) =>
      connection.run(
        `CREATE TABLE a (id INTEGER);
       CREATE TABLE "_svc_migrations" ("name" VARCHAR(200) PRIMARY KEY, "applied_at" VARCHAR(40) NOT NULL);
       INSERT INTO "_svc_migrations" VALUES ('0001_a', CURRENT_TIMESTAMP);`,
      ),
    )
    expect(await migrationStatus(database, { folder })).toEqual([{ name: '0001_a', state: 'applied' }])
    expect(await migrateUp(database, { runOnRows, folder })).toEqual([])
    write('0001_a', 'CREATE TABLE a (id TEXT);', 'DROP TABLE a;')
    await expect(migrateUp(database, { runOnRows, folder })).rejects.toThrow(/0001_a has changed since/)
  })

  it('are applied once by processes starting at the same time', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER); INSERT INTO a VALUES (1);', '')
    const others = await Promise.all(
      Array.from({ length: 5 }, () => openDatabase({ url: home.url }, {}, CONVERSIONS)),
    )
    const done = await Promise.all(others.map((other) => migrateUp(other, { folder })))
    expect(done.flat()).toEqual(['0001_a'])
    await Promise.all(others.map((other) => other.close()))
  })
})

describe('a migration file', () => {
  it('can contain quoted names', () => {
    const text =
      '-- destructive: "old ""table""".b all rows\n-- no value: Story."the title" SELECT count(*) FROM story\n-- migrate:up\nUP;\n-- migrate:down\n-- destructive: c all rows\nDOWN;\n'
    const { up, down } = parseMigration(text)
    expect(needsOf(up)).toEqual([
      { need: 'no value', field: 'Story.the title', count: 'SELECT count(*) FROM story' },
    ])
    expect(needsOf(down)).toEqual([])
    expect({ up, down }).toMatchObject({
      up: {
        sql: '\nUP;\n',
        losses: [{ table: 'old "table"', column: 'b', what: 'all rows' }],
      },
      down: {
        sql: '\n-- destructive: c all rows\nDOWN;\n',
        losses: [{ table: 'c', column: null, what: 'all rows' }],
      },
    })
  })
})
