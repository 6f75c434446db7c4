import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MigrationError } from '../../templates/runtime/migration-command.js'
import type { Service } from '../ir/index.js'
import { type HistoryStore, openMongo, type Outcome } from '../testing/migration-history/mongo.js'
import { randomRows, expectKept, type SchemaWithRows } from '../testing/migration-history/rows.js'
import { type Schema, serviceOf } from '../testing/migration-history/schema.js'
import { firstSchema, Names, nextSchema } from '../testing/migration-history/steps.js'
import { random } from '../testing/random.js'

const server = process.env['TEST_MONGODB_URL']
if (server === undefined) console.warn('Skipping MongoDB histories: TEST_MONGODB_URL is not set')
/** To run more: HISTORIES=500 npx vitest run src/migrate/mongo-histories.test.ts */
const HISTORIES = Number(process.env['HISTORIES'] ?? 12)
const FIRST = Number(process.env['FIRST_HISTORY'] ?? 1)
const STEPS = 8

describe.runIf(server !== undefined)('a history of database schemas in MongoDB', () => {
  let store: HistoryStore
  beforeEach(async () => {
    store = await openMongo(server ?? '')
  })
  afterEach(() => store.end())

  const stateOf = async (schema: Schema): Promise<SchemaWithRows> => ({
    schema,
    rows: await store.rows(storeOf(schema)),
  })
  const expectLikeFresh = async ({ schema, rows }: SchemaWithRows): Promise<void> => {
    expect(await store.state()).toEqual(await store.freshState(storeOf(schema), rows))
  }

  it.each(Array.from({ length: HISTORIES }, (_, index) => FIRST + index))(
    '%i keeps documents and produces the same state as a new database, in both directions',
    async (seed) => {
      const next = random(seed)
      const names = new Names(next)
      const past: Schema[] = []
      let count = 0
      let schema = firstSchema(next, names)
      await store.up(null, storeOf(schema))
      let now = await stateOf(schema)

      for (let step = 0; step < STEPS; step++) {
        await store.insert(
          storeOf(schema),
          randomRows(schema, now.rows, next, () => ++count),
        )
        const before = await stateOf(schema)
        const candidate = nextSchema(schema, next, names)
        const up = (): Promise<Outcome> => store.up(storeOf(schema), storeOf(candidate))
        const outcome = await unlessRefused(up)
        if (outcome === 'refused') {
          await store.clear()
          await up()
        }
        now = await stateOf(candidate)
        if (outcome !== 'refused') expectKept(before, now)
        if (outcome === 'none' || outcome === 'applied') expectAllThere(before, now)
        await expectLikeFresh(now)
        if (outcome !== 'none') past.push(schema)
        schema = candidate
      }

      for (const former of past.toReversed()) {
        if ((await unlessRefused(() => store.down())) === 'refused') {
          await store.clear()
          await store.down()
        }
        await expectLikeFresh(await stateOf(former))
      }
    },
  )
})

function storeOf(schema: Schema): Service {
  return { ...serviceOf(schema), engine: 'svc_mongodb' }
}

/** Runs a migration and returns its result, or `refused` if existing documents prevent the migration. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | 'refused'> {
  try {
    return await work()
  } catch (error) {
    expect(error).toBeInstanceOf(MigrationError)
    return 'refused'
  }
}

/** Checks that a migration kept all documents and that no value became null. */
function expectAllThere(before: SchemaWithRows, after: SchemaWithRows): void {
  for (const former of before.schema.models) {
    const old = before.rows[former.name] ?? []
    const model = after.schema.models.find(({ name, renamedFrom }) => (renamedFrom ?? name) === former.name)
    expect(old.length, `${former.name} is gone`).toBe(after.rows[model?.name ?? '']?.length ?? 0)
    for (const field of former.fields) {
      const target = model?.fields.find(({ name, renamedFrom }) => (renamedFrom ?? name) === field.name)
      old.forEach((row, index) => {
        const place = `${former.name}.${field.name} ${JSON.stringify(row[field.name])}`
        if (row[field.name] === null || model === undefined) return
        expect(target, place).toBeDefined()
        expect(after.rows[model.name]?.[index]?.[target?.name ?? ''], place).not.toBeNull()
      })
    }
  }
}
