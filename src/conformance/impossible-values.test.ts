import { describe, expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

/** Runs a call of the repository of samples, whose arguments are JSON except for the numbers that JSON lacks. */
const APP = `import type { FastifyInstance } from 'fastify'
import { createService, type SettingValues } from './generated/index.js'

const NUMBERS: Readonly<Record<string, number>> = { NaN: Number.NaN, Infinity: Number.POSITIVE_INFINITY }

export async function buildApp(settings: SettingValues = {}): Promise<FastifyInstance> {
  const app = await createService(settings)
  app.post<{ Params: { method: string }; Body: string }>('/call/:method', async ({ params, body }) => {
    const args = JSON.parse(JSON.stringify(body), (_, value) => (value === 'Date' ? new Date(0) : (NUMBERS[value] ?? value))) as never
    const { sample } = app.models
    const methods = {
      findUnique: sample.findUnique, findMany: sample.findMany, update: sample.update,
      delete: sample.delete, deleteMany: sample.deleteMany, count: sample.count,
    }
    const method = methods[params.method as keyof typeof methods] as (args: never) => Promise<unknown>
    return { result: (await method.call(sample, args)) ?? null }
  })
  return app
}
`

const IMPOSSIBLE: readonly (readonly [field: string, values: readonly unknown[]])[] = [
  ['id', ['NaN', 'Infinity', 1e30, 1.5, 'first', '\0']],
  [
    'a_string',
    ['a\0b', { contains: '\0' }, { startsWith: '\ud800' }, { in: ['a', '\0'] }, {}, { mode: 'insensitive' }],
  ],
  ['an_integer', [2 ** 31, -(2 ** 40), 'NaN', 'one', { gt: 3e9 }, { in: [1, 2.5] }, {}]],
  ['a_small_integer', [32_768, { lte: 'NaN' }]],
  ['a_big_integer', ['9223372036854775808', 1e20, 'x', { not: 'NaN' }]],
  ['a_float', ['NaN', { lt: 'Infinity' }, 'text']],
  ['a_decimal', ['NaN', 'text', { gte: '1e40' }]],
  ['a_boolean', ['maybe', 1]],
  ['a_date', ['text', '2024-02-30', { lt: '2024-13-01' }, 5]],
  ['a_datetime', ['Date', { lt: 'Date' }, 'text', '2024-02-30T00:00:00Z', { gt: '2024-01-01T25:00:00Z' }]],
  ['a_time', ['25:00', 'noon']],
  ['an_interval', [1e30, '1 day']],
  ['a_choice', ['\0']],
  ['a_list', [{ has: 3e9 }, { hasSome: ['NaN', 1] }]],
]

onEveryEngine(
  'library',
  (service) => {
    const call = async (method: string, args: unknown): Promise<{ status: number; body: unknown }> => {
      const { status, body } = await service().send('POST', `/call/${method}`, args)
      return { status, body }
    }

    describe('a value that a field cannot have', () => {
      it.each(IMPOSSIBLE.flatMap(([field, values]) => values.map((value) => [field, value] as const)))(
        'is an error that names the field in `where`: %s %j',
        async (field, value) => {
          const answer = await call('findMany', { where: { [field]: value } })
          expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: `/${field}` }] } })
          expect(await call('deleteMany', { where: { NOT: { [field]: value } } })).toMatchObject({
            status: 400,
          })
        },
      )

      it.each(['NaN', 1e30, -1, 'first', '\0', '../x'])('is the key of no item: %j', async (id) => {
        const where = { id }
        expect(await call('findUnique', { where })).toEqual({ status: 200, body: { result: null } })
        expect(await call('update', { where, data: { a_float: 1 } })).toEqual({
          status: 200,
          body: { result: null },
        })
        expect(await call('delete', { where })).toEqual({ status: 200, body: { result: false } })
      })
    })

    it('applies `AND` with one filter instead of a list', async () => {
      expect((await service().send('POST', '/v1/samples', { a_string: 'kept' })).status).toBe(201)
      for (const [text, count] of [
        ['other', 0],
        ['kept', 1],
      ] as const)
        expect(await call('deleteMany', { where: { AND: { a_string: text } } })).toEqual({
          status: 200,
          body: { result: { count } },
        })
    })

    it('compares values in whatever form they are written', async () => {
      const values = {
        a_decimal: 1.5,
        a_time: '08:31:00',
        a_datetime: '2024-01-01T00:00:00Z',
        a_big_integer: 7,
      }
      expect((await service().send('POST', '/v1/samples', values)).status).toBe(201)
      for (const where of [
        { a_decimal: '1.50' },
        { a_decimal: { lt: '1.5000000000000001' } },
        { a_time: '8:31' },
        { a_datetime: '2024-01-01T02:00:00+02:00' },
        { a_datetime: { in: ['2023-12-31T23:00:00-01:00'] } },
        { a_big_integer: '7' },
        { an_integer: null, a_string: { not: 'longer than the maximum of the field' } },
      ])
        expect(await call('count', { where }), JSON.stringify(where)).toEqual({
          status: 200,
          body: { result: 1 },
        })
    })
  },
  { code: { 'src/app.ts': APP } },
)
