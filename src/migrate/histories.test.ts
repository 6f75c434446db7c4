import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../templates/runtime/model.js'
import { MigrationError } from '../../templates/runtime/sql/migrate.js'
import { below, pick, random, type Random } from '../testing/random.js'
import { testedEngines } from '../testing/stored-database.js'
import { type Lived, openSql, type Rows } from '../testing/migration-history/engines.js'
import { type Schema, serviceOf } from '../testing/migration-history/schema.js'
import { firstSchema, Names, nextSchema } from '../testing/migration-history/steps.js'
import { drawValue } from '../testing/migration-history/values.js'

const engines = testedEngines()
/** More of them on demand: HISTORIES=500 npx vitest run src/migrate/histories.test.ts */
const HISTORIES = Number(process.env['HISTORIES'] ?? 12)
const FIRST = Number(process.env['FIRST_HISTORY'] ?? 1)
const STEPS = 8

describe('a history of the stored shape', () => {
  let lived: readonly Lived[]
  beforeEach(async () => {
    lived = await Promise.all(engines.map(openSql))
  })
  afterEach(() => Promise.all(lived.map((each) => each.end())))

  it.each(Array.from({ length: HISTORIES }, (_, index) => FIRST + index))(
    '%i keeps rows, and leads where a fresh database begins, there and back',
    async (seed) => {
      const next = random(seed)
      const names = new Names(next)
      const past: Moment[] = []
      let count = 0
      let schema = firstSchema(next, names)
      await Promise.all(lived.map((each) => each.up(null, serviceOf(schema))))
      let now = await momentOf(lived, schema)

      for (let step = 0; step < STEPS; step++) {
        const added = drawRows(schema, now.rows, next, () => ++count)
        for (const each of lived) await each.insert(serviceOf(schema), added)
        const before = { ...now, rows: await rowsOfAll(lived, schema) }
        const candidate = nextSchema(schema, next, names)
        const ups = await outcomes(lived, (each) => each.up(serviceOf(schema), serviceOf(candidate)))
        if (ups === 'refused') {
          now = await momentOf(lived, schema)
          expect(now).toEqual(before)
          continue
        }
        now = await momentOf(lived, candidate)
        expectKept(before, now)
        expect(now.shapes).toEqual(
          await Promise.all(lived.map((each) => each.freshShape(serviceOf(candidate)))),
        )
        if (ups.includes(true)) past.push(before)
        schema = candidate
      }

      for (const former of past.toReversed()) {
        const downs = await outcomes(lived, (each) => each.down())
        if (downs === 'refused') {
          expect(await momentOf(lived, schema)).toEqual(now)
          await Promise.all(lived.map((each) => each.empty(serviceOf(schema))))
          await Promise.all(lived.map((each) => each.down()))
        }
        schema = former.schema
        now = await momentOf(lived, schema)
        expect(now.shapes).toEqual(former.shapes)
      }
    },
  )
})

/** What all databases do alike: what they answer, or that rows stand in the way. */
async function outcomes<T>(
  lived: readonly Lived[],
  work: (each: Lived) => Promise<T>,
): Promise<readonly T[] | 'refused'> {
  const settled = await Promise.allSettled(lived.map(work))
  const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (refusals.length === 0)
    return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(MigrationError)
  expect(refusals, `only some refuse: ${refusals.map(String).join()}`).toHaveLength(lived.length)
  return 'refused'
}

/** A shape with what the databases hold in it. */
interface Moment {
  readonly schema: Schema
  readonly rows: Rows
  /** Of each database. */
  readonly shapes: readonly (readonly string[])[]
}

async function momentOf(lived: readonly Lived[], schema: Schema): Promise<Moment> {
  const rows = await rowsOfAll(lived, schema)
  return { schema, rows, shapes: await Promise.all(lived.map((each) => each.shape())) }
}

/** What all engines answer alike. */
async function rowsOfAll(lived: readonly Lived[], schema: Schema): Promise<Rows> {
  const [first = {}, ...others] = await Promise.all(lived.map((each) => each.rows(serviceOf(schema))))
  for (const other of others) expect(other).toEqual(first)
  return first
}

function drawRows({ models, links }: Schema, before: Rows, next: Random, count: () => number): Rows {
  return Object.fromEntries(
    models.map(({ name, keyType, fields }) => [
      name,
      Array.from({ length: below(next, 3) }, (): Row => {
        const number = count()
        const values = fields.map((field) => [field.name, drawValue(field, next, number)] as const)
        const held = links.filter(({ to }) => to === name)
        const keys = held.map(({ name: link, from, single }) => {
          const targets = before[from] ?? []
          const target = single || targets.length === 0 ? null : (pick(next, targets)['key'] ?? null)
          return [link, target] as const
        })
        return Object.fromEntries([
          ...(keyType === 'string' ? [['key', `k${number}`] as const] : []),
          ...values,
          ...keys,
        ])
      }),
    ]),
  )
}

/** Values of fields that are of the same type as before are the same, under whatever name. */
function expectKept(before: Moment, after: Moment): void {
  for (const model of after.schema.models) {
    const former = before.schema.models.find(({ name }) => name === (model.renamedFrom ?? model.name))
    if (former === undefined) continue
    const old = before.rows[former.name] ?? []
    const now = after.rows[model.name] ?? []
    expect(now.map(({ key }) => key)).toEqual(old.map(({ key }) => key))
    for (const field of model.fields) {
      const source = former.fields.find(({ name }) => name === (field.renamedFrom ?? field.name))
      if (source === undefined || source.type !== field.type) continue
      old.forEach((row, index) => {
        const value = row[source.name]
        if (value !== null || !field.required) expect(now[index]?.[field.name]).toEqual(value)
        else expect(now[index]?.[field.name], `${model.name}.${field.name}`).not.toBeNull()
      })
    }
  }
}
