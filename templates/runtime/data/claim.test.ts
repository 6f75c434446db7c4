import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, type TestDatabase, testedEngines } from '../../../src/testing/stored-database.js'
import { ALL_ROWS } from '../repository/items.js'
import type { SqlDatabase } from '../sql/connection.js'
import { openDatabase } from '../sql/database.js'
import { createTables } from '../sql/internal-tables.js'
import { registerConversions } from '../sql/sqlite/conversions.js'
import { EVERYTHING } from '../store.js'
import { claiming, claimModel, ImportRunning } from './claim.js'
import { importModels } from './keys.js'

const FILES = ['Author.csv', 'Book.csv', 'Cover.csv']

describe.each(testedEngines())('claims on %s', (engine) => {
  let home: TestDatabase
  let database: SqlDatabase

  beforeEach(async () => {
    home = await emptyDatabase(engine)
    database = await openDatabase({ url: home.url }, importModels, { conversions: registerConversions })
    await createTables(database, importModels)
  })

  afterEach(async () => {
    await database.close()
    await home.dispose()
  })

  it('of a killed import are taken over after three seconds, however many files it had', async () => {
    const claims = database.store(claimModel.name, ALL_ROWS)
    await claims.insert(FILES.map((file) => ({ file, run: 'killed', beat: 7 })))
    const start = performance.now()
    let claimed = 0
    await claiming(database, FILES, async () => {
      claimed = await claims.count({ kind: 'compare', field: 'run', op: 'ne', value: 'killed' })
    })
    expect(claimed).toBe(3)
    expect(performance.now() - start).toBeLessThan(5_500)
    expect(await claims.count(EVERYTHING)).toBe(0)
  }, 20_000)

  it('of a running import are kept, and those of the import that fails are released', async () => {
    const claims = database.store(claimModel.name, ALL_ROWS)
    await claiming(database, ['Book.csv'], async () => {
      await expect(claiming(database, FILES, async () => undefined)).rejects.toThrow(ImportRunning)
      expect(await claims.find({ where: EVERYTHING, orderBy: [] })).toMatchObject([{ file: 'Book.csv' }])
    })
  }, 20_000)
})
