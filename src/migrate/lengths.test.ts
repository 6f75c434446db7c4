import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SqlDatabase } from '../../templates/runtime/sql/connection.js'
import { runOnRows } from '../../templates/runtime/sql/existing-rows.js'
import { migrateDown, migrateUp } from '../../templates/runtime/sql/migrations.js'
import { openDatabase } from '../../templates/runtime/sql/database.js'
import type { Field, Service } from '../ir/index.js'
import { emptyService } from '../testing/fake-stages.js'
import { field, model } from '../testing/sample-service.js'
import {
  emptyDatabase,
  migrationsFolder,
  type TestDatabase,
  testedEngines,
} from '../testing/stored-database.js'
import { constrained, modelSpecs } from '../testing/stored-service.js'
import { registerConversions } from '../../templates/runtime/sql/sqlite/conversions.js'

const CONVERSIONS = { conversions: registerConversions }

const name = (minLength: number | null, maxLength: number | null): Field =>
  constrained(field('name', 'string'), { minLength, maxLength })
const service = (...fields: Field[]): Service => ({
  ...emptyService('Stored'),
  models: [model('Story', [field('id', 'id_field'), ...fields])],
})
const before = service(name(null, 80))

describe.each(testedEngines())('narrowed lengths on %s', (engine) => {
  let home: TestDatabase
  let database: SqlDatabase

  beforeEach(async () => {
    home = await emptyDatabase(engine)
    database = await openDatabase({ url: home.url }, modelSpecs(before), CONVERSIONS)
  })
  afterEach(async () => {
    await database.close()
    await home.dispose()
  })

  const apply = (now: Service) =>
    migrateUp(database, { folder: migrationsFolder(before, now).folder, runOnRows })

  it('are reported with field and number of rows, and nothing is changed', async () => {
    await migrateUp(database, migrationsFolder(before))
    await database.migrating((connection) =>
      connection.run(`INSERT INTO story (name) VALUES ('Excavator'), ('Überlänge'), ('Drill'), (''), (NULL)`),
    )
    await expect(apply(service(name(1, 8)))).rejects.toThrow(
      'migration 0002_change-story-name was not applied, because these values would not be valid:\nStory.name is too long in 2 rows\nStory.name is too short in 1 row\nChange these values or delete the rows, then try again.',
    )
    expect(await database.query('SELECT count(*) FROM story', [])).toEqual([[expect.toSatisfy(isFive)]])
  })

  it('are no problem if all values fit, and are checked when a migration is reverted', async () => {
    await migrateUp(database, migrationsFolder(before))
    const { folder } = migrationsFolder(before, service(name(null, null)))
    const run = { folder, runOnRows }
    await migrateUp(database, run)
    await database.migrating((connection) =>
      connection.run(`INSERT INTO story (name) VALUES ('${'x'.repeat(81)}')`),
    )
    await expect(migrateDown(database, run)).rejects.toThrow(
      'migration 0002_change-story-name was not reverted, because these values would not be valid:\nStory.name is too long in 1 row',
    )
    await database.migrating((connection) => connection.run(`UPDATE story SET name = 'short'`))
    await migrateDown(database, run)
    expect(await database.query('SELECT name FROM story', [])).toEqual([['short']])
  })
})

function isFive(count: unknown): boolean {
  return Number(count) === 5
}
