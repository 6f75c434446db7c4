import { describe, expect, it } from 'vitest'
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

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
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
    },
    { code: { 'src/app.ts': MONGODB }, only: 'svc_mongodb' },
  )
})
