import { beforeAll, describe, expect, it } from 'vitest'
import { onDocument } from './documents.js'
import type { TestService } from './service.js'
import { onEveryEngine } from './suite.js'

const START = `
import type { FastifyInstance } from 'fastify'
import { ConstraintViolation, createService, HttpError, openModels, type SettingValues } from './generated/index.js'

/** Returns the result of some work, or its error. */
async function outcome(work: () => Promise<unknown>): Promise<object> {
  try {
    return { result: await work() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const fields = 'fields' in error ? error.fields : undefined
    return { error: error.name, message: error.message, status: error instanceof HttpError ? error.status : 0, fields }
  }
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  app.post('/groups', ({ body }) => outcome(() => Reflect.apply(app.models.sample.groupBy, app.models.sample, [body])))
  const month = { field: 'a_datetime', unit: 'month', timezone: 'Europe/Berlin' } as const
  const groups = () =>
    app.models.sample.groupBy({
      by: ['a_choice', month],
      _sum: { a_decimal: true, an_integer: true },
      _max: { a_datetime: true },
      having: { _count: { gt: 1 }, _sum: { a_decimal: { gt: '1.5' } } },
    })
  const typed = async (): Promise<[string | null, 'one' | 'two' | null, number, number | string, string | null]> => {
    const [{ a_datetime, a_choice, _sum, _max } = Object()]: Awaited<ReturnType<typeof groups>> = await groups()
    return [a_datetime, a_choice, _sum.an_integer, _sum.a_decimal, _max.a_datetime]
  }
  const { sample } = app.models
  app.decorate('calls', [
    typed,
    // @ts-expect-error Text has no sum.
    () => sample.groupBy({ by: ['a_string'], _sum: { a_decimal: true, a_text: true } }),
    // @ts-expect-error Lists have no maximum of each group.
    () => sample.groupBy({ by: ['a_string'], _max: { a_list: true } }),
    // @ts-expect-error Unknown field.
    () => sample.groupBy({ by: ['a_string'], _avg: { an_integer: true, missing: true } }),
    // @ts-expect-error Not a date.
    () => sample.groupBy({ by: [{ field: 'a_string', unit: 'month' }] }),
    // @ts-expect-error Unknown unit.
    () => sample.groupBy({ by: [{ field: 'a_date', unit: 'decade' }] }),
    // @ts-expect-error Unknown argument.
    () => sample.groupBy({ by: [{ field: 'a_date', unit: 'day', zone: 'UTC' }] }),
    // @ts-expect-error Text has no sum.
    () => sample.groupBy({ by: ['a_string'], having: { _sum: { a_text: { gt: '1' } } } }),
    // @ts-expect-error Unknown operator.
    () => sample.groupBy({ by: ['a_string'], _sum: { an_integer: true }, having: { _sum: { an_integer: { above: 1 } } } }),
    // @ts-expect-error A count is a number.
    () => sample.groupBy({ by: ['a_string'], having: { _count: { gt: '1' } } }),
    // @ts-expect-error Text has no sum.
    () => sample.aggregate({ _sum: { a_text: true } }),
    // @ts-expect-error Unknown relation.
    () => sample.findMany({ include: { nope: true } }),
    // @ts-expect-error Unknown relation.
    () => app.models.author.findUnique({ where: { name: 'x' }, include: { nope: true } }),
    () => app.models.author.findMany({ include: { books: true } }).then(([one]) => one?.books[0]?.title),
    () => sample.findMany({ include: {} }),
    // @ts-expect-error Unknown mode.
    () => sample.findMany({ lock: 'wait' }),
    () => app.models.sample.aggregate({ _sum: { a_list: true }, _min: { a_text: true } }),
  ])
  app.post('/locks', () => outcome(async () => {
    const outside = await outcome(() => app.models.sample.findMany({ lock: true }))
    const where = { a_string: { startsWith: 'lock' } }
    const first = { where, orderBy: { a_string: 'asc' }, take: 1, lock: 'skip' } as const
    const { promise, resolve } = withResolvers()
    const other = promise.then(() => app.transaction((models) => models.sample.findMany(first)))
    const taken = await app.transaction(async (models) => {
      const mine = await models.sample.findMany({ ...first, lock: true })
      const again = await models.sample.findMany(first)
      if (String(settings['database.url']).startsWith('sqlite')) return { mine, again, others: [] }
      // On SQLite, the other transaction would wait for this one.
      resolve()
      return { mine, again, others: await other }
    })
    return { outside, taken: Object.values(taken).map((rows) => rows.map((row) => Reflect.get(row, 'a_string'))) }
  }))
`

const END = `
  await app.ready()
  return app
}
`

const SQL = `${START}
  app.post<{ Params: { name: string } }>('/sql/:name', async ({ params: { name } }) => outcome(async () => {
    const { $sql } = app.models
    const samples = $sql.table('Sample')
    const column = $sql.column('Sample', 'a_string')
    switch (name) {
      case 'values': {
        const [row] = await $sql\`select * from \${samples} where a_string = \${'full'}\`
        return row
      }
      case 'computed':
        return (await $sql<{ n: number; total: string; none: string | null }>\`
          select count(*) as n, \${$sql.sum($sql.part\`a_decimal\`)} as total, max(a_text) as none
          from \${samples} where \${column} in \${['full', 'other', "it's ? $1"]}\`)[0]
      case 'injection': {
        const text = "' OR 1=1 --"
        return { count: (await $sql\`select id from \${samples} where \${column} = \${text}\`).count }
      }
      case 'parts': {
        const filter = $sql.part\`and an_integer > \${1}\`
        return await $sql\`select an_integer from \${samples} where an_integer < \${100} \${filter} order by 1\`
      }
      case 'dates': {
        const since = new Date('2020-01-01T00:00:00Z')
        return await $sql\`select a_string from \${samples} where a_datetime > \${since} and a_boolean = \${true}\`
      }
      case 'writes': {
        const inserted = await $sql\`insert into \${samples} (a_string) values (\${'written'}) returning a_string\`
        const updated = await $sql\`update \${samples} set a_text = \${'x'} where a_string = \${'written'}\`
        const deleted = await $sql\`delete from \${samples} where a_string = \${'written'}\`
        return [inserted, inserted.count, updated.count, deleted.count]
      }
      case 'rollback':
        await app.transaction(async (models) => {
          await models.$sql\`insert into \${samples} (a_string) values (\${'undone'})\`
          await models.sample.create({ data: { a_string: 'undone' } })
          const [row] = await models.$sql<{ n: number }>\`select count(*) as n from \${samples} where a_string = 'undone'\`
          throw new Error(String(row?.n))
        })
        return 0
      case 'left': {
        const [row] = await $sql<{ n: number }>\`select count(*) as n from \${samples} where a_string = 'undone'\`
        return row?.n
      }
      case 'savepoint':
        return app.transaction(async (models) => {
          const failed = await outcome(() => models.sample.transaction(async () => {
            throw new Error('inner')
          }))
          await models.sample.transaction(async () => undefined)
          const [row] = await models.$sql<{ n: number }>\`select count(*) as n from \${samples}\`
          return { failed: Object(failed).message, n: typeof row?.n }
        })
      case 'outside':
        return app.transaction(() => app.models.$sql\`delete from \${samples}\`)
      case 'caught':
        return app.transaction(async (models) => {
          await models.$sql\`select nothing from nowhere\`.catch(() => undefined)
          return models.$sql\`select 1\`
        })
      case 'unique':
        return await $sql\`insert into \${samples} (a_unique) values (\${7})\`
      case 'unknown':
        return await $sql\`select missing from \${samples} where id = \${1}\`
      case 'control':
        return await $sql\`commit\`
      case 'several':
        return await $sql\`select 1; delete from \${samples}\`
      case 'quoted':
        return await $sql\`select * from \${samples} where a_string = '\${'x'}'\`
      case 'empty':
        return await $sql\`select * from \${samples} where id in \${[]}\`
      case 'undefined':
        return await $sql\`select \${Object(undefined)['x']} as x\`
      case 'object':
        return await $sql\`select \${Object({ a: 1 })} as x\`
      case 'string':
        return Reflect.apply($sql, undefined, ['select 1'])
      case 'scripts': {
        const { models, transaction, close } = await openModels({ ...settings, 'database.url': 'sqlite::memory:', migrate: 'auto' })
        const [row] = await transaction((inside) => inside.$sql<{ n: number }>\`select count(*) as n from \${models.$sql.table('Book')}\`)
        await close()
        return row
      }
      default:
        return new ConstraintViolation(null).name
    }
  }))
  const { $sql } = app.models
  // @ts-expect-error A string is not a template.
  const plain = () => $sql('select 1')
  // @ts-expect-error A template literal without the tag is a string, too.
  const built = (name: string) => $sql(\`select '\${name}'\`)
  // @ts-expect-error Objects cannot be bound.
  const object = () => $sql\`select \${{ a: 1 }}\`
  // @ts-expect-error Unknown model.
  const table = () => $sql.table('Stori')
  // @ts-expect-error Unknown field.
  const field = () => $sql.column('Sample', 'missing')
  app.decorate('misuse', [plain, built, object, table, field])
${END}`

const MONGODB = `${START}
  app.post<{ Params: { name: string } }>('/commands/:name', async ({ params: { name } }) => outcome(async () => {
    const samples = app.models.$collection<{ a_string?: string; a_unique?: number }>('Sample')
    switch (name) {
      case 'find':
        return samples.find({}, { projection: { _id: 0, a_string: 1 } }).sort({ a_string: 1 }).toArray()
      case 'aggregate':
        return samples.aggregate([{ $group: { _id: null, n: { $sum: 1 } } }]).toArray()
      case 'out':
        return samples.aggregate([{ $out: 'other' }]).toArray()
      case 'insert':
        return (await samples.insertOne({ a_string: 'written' })).acknowledged
      case 'unique':
        return samples.insertMany([{ a_unique: 7 }])
      case 'rollback':
        await app.transaction(async (models) => {
          const inside = models.$collection('Sample')
          await inside.insertOne({ a_string: 'undone' })
          await models.sample.create({ data: { a_string: 'undone' } })
          throw new Error(String(await inside.countDocuments({ a_string: 'undone' })))
        })
        return 0
      case 'left':
        return samples.countDocuments({ a_string: 'undone' })
      case 'outside':
        return app.transaction(() => samples.deleteMany({}))
      default:
        return new ConstraintViolation(null).name
    }
  }))
  // @ts-expect-error Unknown model.
  const unknown = () => app.models.$collection('Stori')
  app.decorate('misuse', [unknown, openModels])
${END}`

const FULL = {
  a_string: 'full',
  a_big_integer: '9007199254740993',
  a_float: 1.5,
  a_decimal: 0.1,
  a_decimal_text: '10.50',
  a_boolean: true,
  a_date: '2024-02-29',
  a_datetime: '2024-02-29T10:00:00.500Z',
  a_time: '08:31',
  an_integer: 5,
  an_interval: 90,
  a_binary: 'AQI=',
  a_list: [1, 2],
  a_dict: { size: 1 },
  a_unique: 7,
}

const GROUPED = [
  { a_choice: 'one', a_decimal: '0.1', an_integer: 1, a_datetime: '2024-03-30T22:59:59.999Z' },
  { a_choice: 'one', a_decimal: '0.2', an_integer: 2, a_datetime: '2024-03-30T23:00:00Z' },
  { a_choice: 'one', a_decimal: '9.00000000000000000001', an_integer: 7, a_datetime: '2024-03-31T21:59:59Z' },
  {
    a_choice: 'one',
    a_decimal: '-10',
    a_big_integer: '9007199254740993',
    a_datetime: '2024-03-31T22:00:00Z',
  },
  { a_choice: 'two', a_decimal: '10', a_big_integer: '9007199254740993', a_datetime: '2024-12-31T23:30:00Z' },
  { a_choice: 'two', an_integer: -4, an_interval: 90, a_float: 0.5, a_date: '2024-12-31', a_time: '08:00' },
  { a_choice: 'two', an_integer: 5, an_interval: 30, a_float: 2, a_date: '2025-01-05', a_time: '07:30' },
  { a_text: 'no choice' },
].map((row, index) => ({ ...row, a_string: `group${index}` }))

/** Tests that are the same on every database. */
function describeGroups(service: () => TestService): void {
  describe('groupBy', () => {
    const where = { a_string: { startsWith: 'group' } }
    const groups = async (args: object) => (await service().send('POST', '/groups', { where, ...args })).body
    const counts = async (field: string, unit: string, timezone?: string) => {
      const { result } = await groups({ by: [{ field, unit, timezone }] })
      const entries: readonly Record<string, unknown>[] = Array.isArray(result) ? result : []
      return entries.map((group) => [group[field], group['_count']])
    }

    beforeAll(async () => {
      for (const row of GROUPED) expect((await service().send('POST', '/v1/samples', row)).status).toBe(201)
    })

    it('computes exact values, and null where there are none', async () => {
      const numbers = {
        a_decimal: true,
        a_big_integer: true,
        an_integer: true,
        an_interval: true,
        a_float: true,
      }
      const ordered = {
        a_decimal: true,
        an_integer: true,
        a_datetime: true,
        a_date: true,
        a_time: true,
        a_string: true,
      }
      const args = { by: ['a_choice'], _sum: numbers, _avg: numbers, _min: ordered, _max: ordered }
      expect(await groups(args)).toEqual({
        result: [
          {
            a_choice: null,
            _count: 1,
            _sum: { a_decimal: 0, a_big_integer: 0, an_integer: 0, an_interval: 0, a_float: 0 },
            _avg: {
              a_decimal: null,
              a_big_integer: null,
              an_integer: null,
              an_interval: null,
              a_float: null,
            },
            _min: {
              a_decimal: null,
              an_integer: null,
              a_datetime: null,
              a_date: null,
              a_time: null,
              a_string: 'group7',
            },
            _max: {
              a_decimal: null,
              an_integer: null,
              a_datetime: null,
              a_date: null,
              a_time: null,
              a_string: 'group7',
            },
          },
          {
            a_choice: 'one',
            _count: 4,
            _sum: {
              a_decimal: '-0.69999999999999999999',
              a_big_integer: '9007199254740993',
              an_integer: 10,
              an_interval: 0,
              a_float: 0,
            },
            _avg: {
              a_decimal: -0.175,
              a_big_integer: 9_007_199_254_740_992,
              an_integer: 10 / 3,
              an_interval: null,
              a_float: null,
            },
            _min: {
              a_decimal: -10,
              an_integer: 1,
              a_datetime: '2024-03-30T22:59:59.999Z',
              a_date: null,
              a_time: null,
              a_string: 'group0',
            },
            _max: {
              a_decimal: '9.00000000000000000001',
              an_integer: 7,
              a_datetime: '2024-03-31T22:00:00.000Z',
              a_date: null,
              a_time: null,
              a_string: 'group3',
            },
          },
          {
            a_choice: 'two',
            _count: 3,
            _sum: {
              a_decimal: 10,
              a_big_integer: '9007199254740993',
              an_integer: 1,
              an_interval: 120,
              a_float: 2.5,
            },
            _avg: {
              a_decimal: 10,
              a_big_integer: 9_007_199_254_740_992,
              an_integer: 0.5,
              an_interval: 60,
              a_float: 1.25,
            },
            _min: {
              a_decimal: 10,
              an_integer: -4,
              a_datetime: '2024-12-31T23:30:00.000Z',
              a_date: '2024-12-31',
              a_time: '07:30:00',
              a_string: 'group4',
            },
            _max: {
              a_decimal: 10,
              an_integer: 5,
              a_datetime: '2024-12-31T23:30:00.000Z',
              a_date: '2025-01-05',
              a_time: '08:00:00',
              a_string: 'group6',
            },
          },
        ],
      })
    })

    it('groups dates by calendar units in a time zone', async () => {
      // On March 31 at 01:00 UTC, the clocks in Berlin go forward by an hour.
      expect(await counts('a_datetime', 'day', 'Europe/Berlin')).toEqual([
        [null, 3],
        ['2024-03-30', 1],
        ['2024-03-31', 2],
        ['2024-04-01', 1],
        ['2025-01-01', 1],
      ])
      expect(await counts('a_datetime', 'day')).toEqual([
        [null, 3],
        ['2024-03-30', 2],
        ['2024-03-31', 2],
        ['2024-12-31', 1],
      ])
      expect(await counts('a_datetime', 'week', 'Europe/Berlin')).toEqual([
        [null, 3],
        ['2024-03-25', 3],
        ['2024-04-01', 1],
        ['2024-12-30', 1],
      ])
      expect(await counts('a_datetime', 'month', 'Europe/Berlin')).toEqual([
        [null, 3],
        ['2024-03-01', 3],
        ['2024-04-01', 1],
        ['2025-01-01', 1],
      ])
      expect(await counts('a_datetime', 'year', 'America/New_York')).toEqual([
        [null, 3],
        ['2024-01-01', 5],
      ])
      expect(await counts('a_datetime', 'day', 'Pacific/Kiritimati')).toEqual([
        [null, 3],
        ['2024-03-31', 2],
        ['2024-04-01', 2],
        ['2025-01-01', 1],
      ])
      // A date is the same in every time zone. 2025-01-05 is a Sunday.
      for (const timezone of ['UTC', 'America/New_York', 'Pacific/Kiritimati'])
        expect(await counts('a_date', 'week', timezone)).toEqual([
          [null, 6],
          ['2024-12-30', 2],
        ])
    })

    it('selects groups by what is computed', async () => {
      const select = async (having: object) => {
        const args = { by: ['a_choice'], _sum: { a_decimal: true }, _max: { a_datetime: true }, having }
        const { result } = await groups(args)
        return Array.isArray(result) ? result.map((group) => Object(group).a_choice) : result
      }
      expect(await select({ _count: { gt: 1, lt: 4 } })).toEqual(['two'])
      expect(await select({ _count: { in: [1, 4] }, _avg: { an_integer: { not: null } } })).toEqual(['one'])
      expect(await select({ _min: { a_string: { equals: 'group4' } } })).toEqual(['two'])
      expect(await select({ _sum: { a_decimal: { gt: '-0.7' } } })).toEqual([null, 'one', 'two'])
      expect(await select({ _sum: { a_decimal: { lt: '-0.69999999999999999998' } } })).toEqual(['one'])
      expect(await select({ _sum: { a_decimal: { equals: '-0.69999999999999999999' } } })).toEqual(['one'])
      expect(await select({ _max: { a_datetime: { lte: '2024-04-01T00:00:00+02:00' } } })).toEqual(['one'])
      expect(await select({ _max: { a_datetime: { not: '2024-12-31T23:30:00Z' } } })).toEqual([null, 'one'])
    })

    it('explains what it cannot do', async () => {
      const month = { field: 'a_datetime', unit: 'month' }
      for (const [args, error, message] of [
        [{ by: [{ ...month, timezone: 'Europe/Berln' }] }, 'BadRequest', 'Unknown time zone "Europe/Berln".'],
        [{ by: [{ ...month, timezone: '+02:00' }] }, 'BadRequest', 'Unknown time zone "+02:00".'],
        [{ by: [{ ...month, timezone: "UTC'; --" }] }, 'BadRequest', 'Unknown time zone'],
        [{ by: [month, 'a_datetime'] }, 'TypeError', 'only once'],
        [{ by: [{ ...month, unit: "day', a" }] }, 'TypeError', 'Unknown unit'],
        [{ by: ['missing'] }, 'TypeError', 'missing'],
        [{ by: ['a_string'], _max: { missing: true } }, 'TypeError', 'missing'],
        [{ by: ['a_string'], having: { _count: { above: 1 } } }, 'TypeError', 'above'],
      ] as const)
        expect(await groups(args)).toMatchObject({ error, message: expect.stringContaining(message) })
    })
  })

  it('locks the items of findMany, and can skip items that other transactions have locked', async () => {
    for (const name of ['lock1', 'lock2', 'lock3'])
      expect((await service().send('POST', '/v1/samples', { a_string: name })).status).toBe(201)
    const { body } = await service().send('POST', '/locks')
    const others = service().engine.name === 'SQLite' ? [] : ['lock2']
    expect(body).toMatchObject({
      result: { outside: { error: 'TypeError' }, taken: [['lock1'], ['lock1'], others] },
    })
  })
}

describe('models.$sql', () => {
  onEveryEngine(
    'library',
    (service) => {
      const run = async (name: string) => (await service().send('POST', `/sql/${name}`)).body

      it('returns typed values, which are the same on every SQL database', async () => {
        for (const body of [FULL, { a_string: 'other', a_decimal: 0.2, an_integer: 50 }])
          expect((await service().send('POST', '/v1/samples', body)).status).toBe(201)
        const { result } = await run('values')
        expect(result).toMatchObject({
          ...FULL,
          a_decimal: '0.1',
          a_decimal_text: '10.5',
          a_time: '08:31:00',
          a_text: null,
        })
        expect(await run('computed')).toEqual({ result: { n: 2, total: '0.3', none: null } })
      })

      it('binds values', async () => {
        expect(await run('injection')).toEqual({ result: { count: 0 } })
        expect(await run('parts')).toEqual({ result: [{ an_integer: 5 }, { an_integer: 50 }] })
        expect(await run('dates')).toEqual({ result: [{ a_string: 'full' }] })
      })

      it('writes, and counts rows', async () => {
        expect(await run('writes')).toEqual({ result: [[{ a_string: 'written' }], 1, 1, 1] })
        expect(await run('scripts')).toEqual({ result: { n: 0 } })
      })

      it('is part of the transaction', async () => {
        expect(await run('rollback')).toMatchObject({ message: '2' })
        expect(await run('left')).toEqual({ result: 0 })
        expect(await run('savepoint')).toEqual({ result: { failed: 'inner', n: 'number' } })
        expect(await run('outside')).toMatchObject({
          error: 'TypeError',
          message: expect.stringContaining('runs in a transaction'),
        })
        expect(await run('caught')).toMatchObject({
          message: expect.stringContaining('because of an earlier error'),
        })
      })

      it.each([
        ['unique', 'UniqueViolation', 'Another Sample has the same a_unique'],
        ['unknown', 'Error', 'The SQL statement failed: '],
        ['control', 'TypeError', 'to control transactions'],
        ['several', 'TypeError', 'only one statement'],
        ['quoted', 'TypeError', 'in quotes'],
        ['empty', 'TypeError', 'empty list'],
        ['undefined', 'TypeError', 'cannot contain undefined'],
        ['object', 'TypeError', 'JSON.stringify'],
        ['string', 'TypeError', 'tag of a template'],
      ])('explains the error for %s', async (name, error, message) => {
        expect(await run(name)).toMatchObject({ error, message: expect.stringContaining(message) })
      })

      it('reports the fields of a violated constraint', async () => {
        expect(await run('unique')).toMatchObject({ status: 409, fields: ['a_unique'] })
      })

      describeGroups(service)
    },
    { code: { 'src/app.ts': SQL }, only: 'svc_sqla' },
  )
})

describe('models.$collection', () => {
  onEveryEngine(
    'library',
    (service, { name: engine }) => {
      const run = async (name: string) => (await service().send('POST', `/commands/${name}`)).body

      it('runs commands of the driver', async () => {
        await service().send('POST', '/v1/samples', FULL)
        expect(await run('insert')).toEqual({ result: true })
        expect(await run('find')).toEqual({ result: [{ a_string: 'full' }, { a_string: 'written' }] })
        expect(await run('aggregate')).toEqual({ result: [{ _id: null, n: 2 }] })
        expect(await run('out')).toMatchObject({ error: 'TypeError' })
        expect(await run('unique')).toMatchObject({ error: 'UniqueViolation', fields: ['a_unique'] })
      })

      it('is part of the transaction', async () => {
        expect(await run('rollback')).toMatchObject({ message: '2' })
        // A standalone server has no transactions, and only repositories emulate them.
        expect(await run('left')).toEqual({ result: engine === 'MongoDB' ? 1 : 0 })
        expect(await run('outside')).toMatchObject({ error: 'TypeError' })
      })

      describeGroups(service)
    },
    { code: { 'src/app.ts': MONGODB }, only: 'svc_mongodb' },
  )
})

onDocument(
  'the rows of a statement',
  {
    openapi: '3.1.0',
    info: { title: 'Counts', version: '1' },
    paths: {
      '/counts': {
        get: {
          operationId: 'counts',
          responses: {
            200: {
              description: 'The counts',
              content: {
                'application/json': {
                  schema: {
                    type: 'array',
                    items: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
                  },
                },
              },
            },
          },
        },
      },
    },
    components: {
      schemas: { Note: { type: 'object', 'x-stored': true, properties: { id: { type: 'integer' } } } },
    },
  },
  (service) => {
    it('are a response as they are', async () => {
      expect((await service().send('GET', '/counts')).body).toEqual([{ n: 0 }])
    })
  },
  {
    code: {
      'src/actions/counts.ts': `import { registry } from '../generated/index.js'

registry.action('counts', ({ models }) =>
  models.$sql<{ n: number }>\`select count(*) as n from \${models.$sql.table('Note')}\`,
)
`,
    },
  },
)
