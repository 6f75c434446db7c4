import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SqlDatabase } from '../../templates/runtime/sql/connection.js'
import { openDatabase } from '../../templates/runtime/sql/database.js'
import { migrateDown, migrateUp } from '../../templates/runtime/sql/migrations.js'
import { openSqliteFile } from '../../templates/runtime/sql/sqlite-driver.js'
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
