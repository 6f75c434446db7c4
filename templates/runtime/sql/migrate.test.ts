import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseShape } from '../../../src/testing/database-shape.js'
import { emptyDatabase, type TestDatabase, testedEngines } from '../../../src/testing/stored-database.js'
import { temporaryFolder } from '../../../src/testing/temporary-folder.js'
import { migrateDown, migrateUp, migrationStatus, parseMigration } from './migrations.js'
import { openDatabase, type SqlDatabase } from './database.js'

describe.each(testedEngines())('migrations on %s', (engine) => {
  let home: TestDatabase
  let folder: string
  let database: SqlDatabase

  beforeEach(async () => {
    home = await emptyDatabase(engine)
    folder = temporaryFolder()
    database = await openDatabase({ url: home.url }, {})
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
    expect(await migrateUp(database, { folder })).toEqual(['0001_a', '0002_b'])
    expect(await migrateUp(database, { folder })).toEqual([])
    expect(await migrateDown(database, { folder })).toBe('0002_b')
    expect(await migrationStatus(database, { folder })).toEqual([
      { name: '0001_a', applied: true },
      { name: '0002_b', applied: false },
    ])
    expect(await migrateDown(database, { folder })).toBe('0001_a')
    expect(await migrateDown(database, { folder })).toBeNull()
  })

  it('leave the database unchanged if one fails', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER);', 'DROP TABLE a;')
    await migrateUp(database, { folder })
    const shape = await databaseShape(home.url)
    write('0002_b', 'CREATE TABLE b (id INTEGER); INSERT INTO nowhere VALUES (1);', '')
    await expect(migrateUp(database, { folder })).rejects.toThrow(/0002_b.*nowhere/)
    expect(await databaseShape(home.url)).toEqual(shape)
    expect((await migrationStatus(database, { folder })).map(({ applied }) => applied)).toEqual([true, false])
  })

  it('that existing rows violate keep the rows, and say what to do', async () => {
    write('0001_a', "CREATE TABLE a (id INTEGER, name TEXT); INSERT INTO a VALUES (1, 'x'), (2, 'x');", '')
    await migrateUp(database, { folder })
    write('0002_b', 'CREATE UNIQUE INDEX a_name_key ON a (name);', '')
    await expect(migrateUp(database, { folder })).rejects.toThrow(
      /^migration 0002_b failed and was rolled back: .*\.\nExisting rows violate this constraint; change or delete/s,
    )
    expect((await migrationStatus(database, { folder })).map(({ applied }) => applied)).toEqual([true, false])
  })

  it('that fail while a table is rebuilt report its name', async () => {
    write(
      '0001_a',
      'CREATE TABLE _svc_rebuilt_a (name TEXT NOT NULL); INSERT INTO _svc_rebuilt_a VALUES (NULL);',
      '',
    )
    const failure: unknown = await migrateUp(database, { folder }).catch((error: unknown) => error)
    expect(String(failure)).toMatch(/ a\.name|"a"/)
    expect(String(failure)).not.toContain('_svc_rebuilt_')
  })

  it('that lose data are rejected, unless allowed', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER, name TEXT); INSERT INTO a VALUES (1, NULL);', '')
    write('0002_b', 'ALTER TABLE a DROP COLUMN name;', '', '-- destructive: a.name the column is dropped')
    expect(await migrateUp(database, { folder })).toEqual(['0001_a', '0002_b'])
    write('0003_c', 'DROP TABLE a;', '', '-- destructive: a the table is dropped')
    await expect(migrateUp(database, { folder })).rejects.toThrow(
      /"npm run migrate -- --allow-destructive":\na \(1 rows\): the table is dropped/,
    )
    expect(await migrateUp(database, { folder, allowDestructive: true })).toEqual(['0003_c'])
  })

  it('are applied once by processes that start at the same time', async () => {
    write('0001_a', 'CREATE TABLE a (id INTEGER); INSERT INTO a VALUES (1);', '')
    const others = await Promise.all(Array.from({ length: 5 }, () => openDatabase({ url: home.url }, {})))
    const done = await Promise.all(others.map((other) => migrateUp(other, { folder })))
    expect(done.flat()).toEqual(['0001_a'])
    await Promise.all(others.map((other) => other.close()))
  })
})

describe('a migration file', () => {
  it('can have either line ending, and quoted names', () => {
    const text =
      '-- destructive: "old ""table""".b all rows\r\n-- migrate:up\r\nUP;\r\n-- migrate:down\r\nDOWN;\r\n'
    expect(parseMigration('x', text)).toEqual({
      name: 'x',
      up: '\nUP;\n',
      down: '\nDOWN;\n',
      losses: [{ table: 'old "table"', column: 'b', what: 'all rows' }],
    })
  })
})
