import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MigrationError } from '../../templates/runtime/migration-command.js'
import { random } from '../testing/random.js'
import { testedEngines } from '../testing/stored-database.js'
import { type HistoryDatabase, openSql, type Rows } from '../testing/migration-history/engines.js'
import { randomRows, expectKept, type SchemaWithRows } from '../testing/migration-history/rows.js'
import { type Schema, serviceOf } from '../testing/migration-history/schema.js'
import { firstSchema, Names, nextSchema } from '../testing/migration-history/steps.js'

const engines = testedEngines()
/** Number of histories to run. Set `HISTORIES=500` to run more. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 12)
const FIRST = Number(process.env['FIRST_HISTORY'] ?? 1)
const STEPS = 8

describe('a history of database schemas', () => {
  let databases: readonly HistoryDatabase[]
  beforeEach(async () => {
    databases = await Promise.all(engines.map(openSql))
  })
  afterEach(() => Promise.all(databases.map((each) => each.end())))

  it.each(Array.from({ length: HISTORIES }, (_, index) => FIRST + index))(
    '%i keeps rows and produces the same schema as a new database, in both directions',
    async (seed) => {
      const next = random(seed)
      const names = new Names(next)
      const past: Moment[] = []
      let count = 0
      let schema = firstSchema(next, names)
      await Promise.all(databases.map((each) => each.up(null, serviceOf(schema))))
      let now = await momentOf(databases, schema)

      for (let step = 0; step < STEPS; step++) {
        const added = randomRows(schema, now.rows, next, () => ++count)
        for (const each of databases) await each.insert(serviceOf(schema), added)
        const before = { ...now, rows: await rowsOfAll(databases, schema) }
        const candidate = nextSchema(schema, next, names)
        const ups = await outcomes(databases, (each) => each.up(serviceOf(schema), serviceOf(candidate)))
        if (ups === 'refused') {
          now = await momentOf(databases, schema)
          expect(now).toEqual(before)
          continue
        }
        now = await momentOf(databases, candidate)
        expectKept(before, now)
        expect(now.shapes).toEqual(
          await Promise.all(databases.map((each) => each.freshShape(serviceOf(candidate)))),
        )
        if (ups.includes(true)) past.push(before)
        schema = candidate
      }

      for (const former of past.toReversed()) {
        const downs = await outcomes(databases, (each) => each.down())
        if (downs === 'refused') {
          expect(await momentOf(databases, schema)).toEqual(now)
          await Promise.all(databases.map((each) => each.empty(serviceOf(schema))))
          await Promise.all(databases.map((each) => each.down()))
        }
        schema = former.schema
        now = await momentOf(databases, schema)
        expect(now.shapes).toEqual(former.shapes)
      }
    },
  )
})

/** Returns the result for each database, or `refused` if existing rows prevent the migration on every database. */
async function outcomes<T>(
  databases: readonly HistoryDatabase[],
  work: (each: HistoryDatabase) => Promise<T>,
): Promise<readonly T[] | 'refused'> {
  const settled = await Promise.allSettled(databases.map(work))
  const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (refusals.length === 0)
    return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(MigrationError)
  expect(refusals, `only some databases refuse the migration: ${refusals.map(String).join()}`).toHaveLength(
    databases.length,
  )
  return 'refused'
}

/** A schema, the rows that the databases contain, and their shapes. */
interface Moment extends SchemaWithRows {
  /** The shape of each database. */
  readonly shapes: readonly (readonly string[])[]
}

async function momentOf(databases: readonly HistoryDatabase[], schema: Schema): Promise<Moment> {
  const rows = await rowsOfAll(databases, schema)
  return { schema, rows, shapes: await Promise.all(databases.map((each) => each.shape())) }
}

/** Returns the rows in the databases. Fails if the rows differ between engines. */
async function rowsOfAll(databases: readonly HistoryDatabase[], schema: Schema): Promise<Rows> {
  const [first = {}, ...others] = await Promise.all(databases.map((each) => each.rows(serviceOf(schema))))
  for (const other of others) expect(other).toEqual(first)
  return first
}
