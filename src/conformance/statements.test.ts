import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testEngines } from './engines.js'
import { buildFixture, removeProject, startService, type TestService } from './service.js'

let folder = ''
beforeAll(async () => {
  folder = await buildFixture('library', 'svc_sqla')
})
afterAll(() => removeProject(folder))

/** Counts the statements sent by `work` by wrapping the drivers, which all services in this process share. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const driver = pathToFileURL(join(folder, 'dist/src/generated/runtime/sql/sqlite-driver.js')).href
  const { openSqliteFile }: typeof import('../../templates/runtime/sql/sqlite-driver.js') = await import(
    driver
  )
  const memory = openSqliteFile(':memory:')
  const statement = Object.getPrototypeOf(memory.prepare('SELECT 1'))
  const spies = [
    ...(['all', 'get', 'run'] as const).map((method) => vi.spyOn(statement, method)),
    vi.spyOn(Client.prototype, 'query'),
  ]
  try {
    await work()
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
    memory.close()
  }
}

describe.each(
  testEngines()
    .filter(({ engine }) => engine === 'svc_sqla')
    .map((engine) => [engine.name, engine] as const),
)('the number of statements sent to %s', (_name, engine) => {
  let service: TestService
  const send = async (method: string, path: string, body?: unknown): Promise<void> => {
    const response = await service.send(method, path, body)
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  }

  beforeAll(async () => {
    service = await startService(folder, engine)
    const names = Array.from({ length: 20 }, (_, n) => `author ${n}`)
    await send(
      'POST',
      '/v1/authors',
      names.map((name) => ({ name })),
    )
    const books = names.flatMap((author) => [1, 2].map((n) => ({ title: `${author}, ${n}`, author })))
    await send('POST', '/v1/books', books)
    const { body } = await service.send('GET', '/v1/books?_limit=100')
    const created: unknown = body['data']
    const covers = Array.isArray(created) ? created.map((book) => ({ book: Object(book)['_pk'] })) : []
    await send(
      'POST',
      '/v1/covers',
      covers.map(({ book }) => ({ book: Number(book) })),
    )
    await send('POST', '/v1/samples', { a_string: 'a' })
  })
  afterAll(() => service.close())

  it.each([2, 20])(
    'for a nested page of %d items is one for the page and its total, and one for each relation at each level',
    async (limit) => {
      const [ownRelations, relationsOfBooks] = [3, 2]
      expect(await statementsOf(() => send('GET', `/v1/authors?_limit=${limit}`))).toBe(
        1 + ownRelations + relationsOfBooks,
      )
    },
  )

  it.each([
    ['GET', '/v1/samples/1', undefined],
    ['GET', '/v1/samples?_sort=-id', undefined],
    ['POST', '/v1/samples', { a_string: 'b' }],
    ['PATCH', '/v1/samples/1', { a_string: 'c' }],
    ['PUT', '/v1/samples/1', { a_string: 'd' }],
    ['DELETE', '/v1/samples/1', undefined],
  ] as const)('is one for %s %s on items without relations', async (method, path, body) => {
    expect(await statementsOf(() => send(method, path, body))).toBe(1)
  })
})
