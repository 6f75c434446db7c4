import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SqlDatabase } from '../../templates/runtime/sql/connection.js'
import { runOnRows } from '../../templates/runtime/sql/existing-rows.js'
import { migrateDown, migrateUp } from '../../templates/runtime/sql/migrations.js'
import { openDatabase } from '../../templates/runtime/sql/database.js'
import type { Field, Json, Service } from '../ir/index.js'
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

const state = (choices: readonly Json[], more: Partial<Field> = {}): Field => ({
  ...constrained(field('state', 'choice'), { choices }),
  ...more,
})
const service = (...fields: Field[]): Service => ({
  ...emptyService('Stored'),
  models: [model('Story', [field('id', 'id_field'), ...fields])],
})
const before = service(state(['draft', 'open', 'closed']))
const without = ['open', 'closed']

describe.each(testedEngines())('removed choices on %s', (engine) => {
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

  /** Stores items with these states. */
  const fill = async (first: Service, ...states: readonly (string | null)[]): Promise<void> => {
    await migrateUp(database, migrationsFolder(first))
    if (states.length === 0) return
    const values = states.map((each) => `(${each === null ? 'NULL' : `'${each}'`})`)
    await database.migrating((connection) =>
      connection.run(`INSERT INTO story (state) VALUES ${values.join(', ')}`),
    )
  }
  const states = async (): Promise<unknown[]> =>
    (await database.query('SELECT state FROM story ORDER BY id', [])).map(([each]) => each)

  it('are reported with field, value and number of rows, and with what to do', async () => {
    await fill(before, 'draft', 'draft', 'open', null)
    const { folder } = migrationsFolder(before, service(state(without)))
    await expect(migrateUp(database, { folder, runOnRows })).rejects.toThrow(
      /would not be choices:\n2 rows have the value "draft" in Story\.state\n.*"_backfill": <choice> to the field \("x-backfill" in OpenAPI\).*new name of a choice/s,
    )
    expect(await states()).toEqual(['draft', 'draft', 'open', null])
  })

  it('are no problem if no row has them', async () => {
    await fill(before, 'open', null)
    await migrateUp(database, migrationsFolder(before, service(state(without))))
    expect(await states()).toEqual(['open', null])
  })

  it('are replaced by `_backfill`, and not by the default', async () => {
    await fill(before, 'draft', 'open', null)
    const preset = service(state(without, { default: { kind: 'literal', value: 'open' } }))
    await expect(migrateUp(database, migrationsFolder(before, preset))).rejects.toThrow(
      /1 row has the value "draft"/,
    )
    const backfill = { kind: 'literal', value: 'closed' } as const
    await migrateUp(database, migrationsFolder(before, service(state(without, { backfill }))))
    expect(await states()).toEqual(['closed', 'open', null])
  })

  it('are replaced when a text becomes a choice', async () => {
    const text = service(field('state'))
    await fill(text, 'whatever', 'open')
    await expect(migrateUp(database, migrationsFolder(text, service(state(without))))).rejects.toThrow(
      /1 row has the value "whatever" in Story\.state/,
    )
    const backfill = { kind: 'literal', value: 'closed' } as const
    await migrateUp(database, migrationsFolder(text, service(state(without, { backfill }))))
    expect(await states()).toEqual(['closed', 'open'])
  })

  it('are reported when a migration that added a choice is reverted', async () => {
    const after = service(state(['draft', 'open', 'closed', 'late']))
    await fill(before)
    const { folder } = migrationsFolder(before, after)
    await migrateUp(database, { folder, runOnRows })
    await database.migrating((connection) => connection.run("INSERT INTO story (state) VALUES ('late')"))
    await expect(migrateDown(database, { folder, runOnRows })).rejects.toThrow(
      /not reverted.*1 row has the value "late"/s,
    )
  })
})
