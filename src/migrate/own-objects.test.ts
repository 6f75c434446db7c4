import { copyFileSync, cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { SqlDatabase } from '../../templates/runtime/sql/connection.js'
import { openDatabase } from '../../templates/runtime/sql/database.js'
import { migrateDown, migrateUp } from '../../templates/runtime/sql/migrations.js'
import { runOnRows } from '../../templates/runtime/sql/existing-rows.js'
import { openSqliteFile } from '../../templates/runtime/sql/sqlite-driver.js'
import type { Constraints, Model, Service } from '../ir/index.js'
import { emptyService } from '../testing/fake-stages.js'
import { field, model } from '../testing/sample-service.js'
import { migrationsFolder } from '../testing/stored-database.js'
import { constrained } from '../testing/stored-service.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { registerConversions } from '../../templates/runtime/sql/sqlite/conversions.js'

const CONVERSIONS = { conversions: registerConversions }

const service = (names: readonly string[], index = names[0]) => ({
  ...emptyService('Stored'),
  models: [
    model('Story', [
      field('id', 'id_field'),
      ...names.map((name) => constrained(field(name), { index: name === index })),
    ]),
  ],
})
const before = service(['title', 'rank'])
/** Dropping a column of a table makes SQLite rebuild the table. */
const after = service(['title'])

describe('what the owner has added to a table that SQLite rebuilds', () => {
  let file: string
  let database: SqlDatabase
  beforeEach(async () => {
    file = join(temporaryFolder(), 'own.db')
    database = await openDatabase({ url: `sqlite:${file}` }, {}, CONVERSIONS)
    await migrateUp(database, migrationsFolder(before))
    return () => database.close()
  })

  function run(sql: string): void {
    const connection = openSqliteFile(file)
    connection.exec(sql)
    connection.close()
  }
  const objects = async (): Promise<unknown> =>
    database.query("SELECT type, name, sql FROM sqlite_schema WHERE name LIKE 'own%' ORDER BY name", [])
  const migrate = (): Promise<unknown> =>
    migrateUp(database, { ...migrationsFolder(before, after), allowDestructive: true })

  it('is created again by each migration and its reversal', async () => {
    run(`
      CREATE TABLE own_log (text TEXT);
      CREATE TRIGGER own_audit AFTER UPDATE ON story BEGIN
        INSERT INTO own_log VALUES (old.title || ' -> ' || new.title);
      END;
      CREATE TRIGGER own_append_only BEFORE DELETE ON "story" BEGIN SELECT RAISE(ABORT, 'append-only'); END;
      CREATE UNIQUE INDEX "own ""index""" ON story (lower(title)) WHERE title IS NOT NULL;
      CREATE VIEW own_titles AS SELECT title FROM story;
      INSERT INTO story (title, rank) VALUES ('a', '1');
    `)
    const added = await objects()
    await migrate()
    expect(await objects()).toEqual(added)
    run("UPDATE story SET title = 'b'")
    expect(await database.query('SELECT * FROM own_log', [])).toEqual([['a -> b']])
    expect(() => run('DELETE FROM story')).toThrow('append-only')
    expect(() => run("INSERT INTO story (title) VALUES ('B')")).toThrow('UNIQUE')
    expect(await database.query('SELECT * FROM own_titles', [])).toEqual([['b']])
    await migrateDown(database, { ...migrationsFolder(before, after), allowDestructive: true })
    expect(await objects()).toEqual(added)
  })

  it.each([
    ['index', 'own_index', 'CREATE INDEX own_index ON story (title, rank)'],
    [
      'trigger',
      'own_trigger',
      'CREATE TRIGGER own_trigger AFTER UPDATE OF rank ON story BEGIN SELECT 1; END',
    ],
    ['trigger', 'own_body', 'CREATE TRIGGER own_body AFTER INSERT ON story BEGIN SELECT new.rank; END'],
    [
      'trigger on another table',
      'own_other',
      'CREATE TABLE other (a); CREATE TRIGGER own_other AFTER INSERT ON other BEGIN UPDATE story SET rank = 1; END',
    ],
    ['view', 'own_view', 'CREATE VIEW own_view AS SELECT rank FROM story'],
  ])('is an error that names it if it no longer fits: %s %s', async (_kind, name, sql) => {
    run(`${sql}; INSERT INTO story (title, rank) VALUES ('a', '1')`)
    const added = await objects()
    await expect(migrate()).rejects.toThrow(new RegExp(`failed and was rolled back: .*${name}`))
    expect(await objects()).toEqual(added)
    expect(await database.query('SELECT title, rank FROM story', [])).toEqual([['a', '1']])
    run(`DROP ${sql.includes('VIEW') ? 'VIEW' : sql.includes('INDEX') ? 'INDEX' : 'TRIGGER'} ${name}`)
    expect(await migrate()).toHaveLength(1)
  })

  it('does not fail a migration if it did not fit before', async () => {
    run('CREATE VIEW own_view AS SELECT missing FROM nowhere')
    expect(await migrate()).toHaveLength(1)
  })

  it('is not dropped if it is a column, such as one that another branch has added', async () => {
    run(`ALTER TABLE story ADD COLUMN "own" TEXT; INSERT INTO story (title, own) VALUES ('a', 'kept')`)
    await expect(migrate()).rejects.toThrow(
      'migration 0002_drop-story-rank failed and was rolled back: it copies the table story, which has a column that it does not mention, own, and would drop this column; if another branch has added the column, remove the files of this migration',
    )
    expect(await database.query('SELECT title, own FROM story', [])).toEqual([['a', 'kept']])
  })
})

describe('a copy of a table on SQLite by a migration of another branch', () => {
  const story = (title: Partial<Constraints>, rank: Partial<Constraints>, more: readonly Model[] = []) => ({
    ...emptyService('Stored'),
    models: [
      model('Story', [
        field('id', 'id_field'),
        constrained(field('title'), title),
        constrained(field('rank'), rank),
      ]),
      ...more,
    ],
  })
  const base = story({}, {})
  const note = [model('Note', [field('id', 'id_field')])]
  const required = story({ required: true }, {})
  const folderOf = (...versions: readonly Service[]): string => migrationsFolder(...versions).folder

  /** Applies the migrations of one branch, then those of both. */
  async function migrate(folder: string, others: string): Promise<void> {
    const database = await openDatabase({ url: 'sqlite::memory:' }, {}, CONVERSIONS)
    onTestFinished(() => database.close())
    await migrateUp(database, { folder, runOnRows })
    const both = temporaryFolder()
    for (const each of [folder, others]) cpSync(each, both, { recursive: true })
    await migrateUp(database, { folder: both, runOnRows })
  }

  const rank = { minLength: 2 }
  it.each([
    ['with the same number', [story({}, rank)]],
    ['with a higher number', [story({}, {}, note), story({}, rank, note)]],
  ])('does not undo a constraint: %s', async (_kind, versions) => {
    const [ours, theirs] = [folderOf(base, required), folderOf(base, ...versions)]
    await expect(migrate(ours, theirs)).rejects.toThrow(
      /migration \d{4}_\S+rank\S* failed and was rolled back: it copies the table story, and would undo what 0002_\S+title\S* of another branch has changed in the column title; remove the files of this migration/,
    )
    await expect(migrate(theirs, ours)).rejects.toThrow(/would undo what .*rank.* in the column rank/)
  })

  it('succeeds if it knows the other one, or changes the same', async () => {
    const theirs = folderOf(base, story({}, {}, note))
    const after = folderOf(story({ required: true }, {}, note), story({ required: true }, rank, note))
    for (const name of readdirSync(after).filter((each) => each.startsWith('0002')))
      copyFileSync(join(after, name), join(theirs, name.replace('0002', '0003')))
    const same = folderOf(base, story({ required: true }, rank))
    for (const others of [theirs, same]) await migrate(folderOf(base, required), others)
  })
})
