import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environmentName } from '../../templates/runtime/settings/reader.js'
import { type Json, type Model, type Service, VALUE_TRAITS } from '../ir/index.js'
import { pick, random, type Random } from '../testing/random.js'
import { searchUrl, type TestEngine, testEngines } from './engines.js'
import { apisWithModels, type Items, randomItems, SEED, writeItems } from './random-items.js'
import { eventually } from './search-setup.js'
import { buildApi, removeProject, startService, type TestService } from './service.js'

/** Number of queries for each model. */
const QUERIES = 40
const server = searchUrl()

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-apis-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const engines = testEngines().filter(({ name }) => name === 'SQLite' || name === 'MongoDB')

/** Returns the path of a model's root collection, or undefined if the model has no root collection that can be read. */
function collectionOf({ basePath, routes }: Service, model: Model): string | undefined {
  const route = routes.find(
    ({ model: id, action, parents }) => id === model.id && action === 'index' && parents.length === 0,
  )
  return route === undefined || route.path.includes('{') ? undefined : `${basePath}${route.path}`
}

/** Quotes a word or value for use in a search expression, if necessary. */
function quoted(value: Json | undefined): string {
  const text = String(value)
  return /^[\w-]+$/.test(text) && !['AND', 'OR', 'NOT', 'TO'].includes(text)
    ? text
    : `"${text.replaceAll(/[\\"]/g, '\\$&')}"`
}

/** Returns the query string for a random search that uses values from a model's items. */
function randomQuery(model: Model, items: readonly Record<string, Json>[], next: Random): string {
  const comparable = model.fields.filter(({ type, stored }) => stored && VALUE_TRAITS[type].isComparable)
  const valuesOf = (name: string) =>
    items.map((item) => item[name]).filter((value) => value !== undefined && value !== null)
  const term = (): string => {
    const { name, type } = pick(next, comparable)
    const values = valuesOf(name).flat()
    if (values.length === 0) return `NOT _exists_:${name}`
    const value = pick(next, values)
    const word = String(value).match(/[\p{L}\p{Nd}]+/u)?.[0] ?? 'none'
    const { isOrdered, kind } = VALUE_TRAITS[type]
    return pick(next, [
      word,
      `${word.slice(0, 3)}*`,
      `${name}:${quoted(value)}`,
      kind === 'text' ? `${name}:${word.slice(0, 2)}*` : `_exists_:${name}`,
      isOrdered && kind !== 'list' ? `${name}:[${quoted(value)} TO *]` : quoted(value),
      isOrdered && kind !== 'list' ? `${name}:<${quoted(value)}` : `_missing_:${name}`,
    ])
  }
  const expression = pick(next, [
    () => term(),
    () => `${term()} OR ${term()}`,
    () => `${term()} AND NOT ${term()}`,
    () => `(${term()} OR ${term()}) AND ${term()}`,
  ])()
  const { name } = pick(next, comparable)
  const filter = pick(next, ['', `&_exists_=${name}`, `&_missing_=${name}`])
  return `q=${encodeURIComponent(expression)}${filter}`
}

async function importItems(project: string, settings: Readonly<Record<string, string>>, items: Items) {
  const path = mkdtempSync(join(folder, 'items-'))
  writeItems(items, path)
  const env = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [environmentName(key), value]),
  )
  await execa('node', ['dist/src/generated/migrate.js'], { cwd: project, env })
  await execa('node', ['dist/src/generated/data.js', 'import', path], { cwd: project, env })
}

/** Returns an engine whose services all use the same database. */
async function sharedDatabase(engine: TestEngine): Promise<TestEngine & { drop(): Promise<void> }> {
  const { settings, drop } = await engine.create()
  const url = settings['database.url']
  const kept = url === 'sqlite::memory:' ? `sqlite:${join(mkdtempSync(join(folder, 'db-')), 'x.db')}` : url
  const whole = kept === undefined ? settings : { ...settings, 'database.url': kept }
  return { ...engine, drop, create: async () => ({ settings: whole, drop: async () => undefined }) }
}

const APIS = apisWithModels().filter((api) => /\/(kinds|library)\/|\/ramses\//.test(api))

describe
  .runIf(server !== undefined)
  .each(APIS.map((api) => [relative(dirname(dirname(api)), api), api] as const))('%s', (_api, api) => {
  it.each(engines.map((engine) => [engine.name, engine] as const))(
    'returns the same search results with and without a search engine, on %s',
    async (_name, testEngine) => {
      const { folder: project, service } = await buildApi(api, testEngine.engine)
      const engine = await sharedDatabase(testEngine)
      const next = random(SEED)
      const items = randomItems(service, next)
      try {
        await importItems(project, (await engine.create()).settings, items)
        const settings = service.auth === null ? {} : { auth: false }
        const search = { server: server ?? '', models: 'all' } as const
        const [plain, searching] = [
          await startService(project, engine, settings),
          await startService(project, engine, settings, search),
        ]
        try {
          expect(await compareSearches(service, items, next, plain, searching)).toBeGreaterThan(0)
        } finally {
          await plain.close()
          await searching.close()
        }
      } finally {
        await engine.drop()
        removeProject(project)
      }
    },
    120_000,
  )
})

/** Sends random searches to both services. Returns the number of searches that found any items. */
async function compareSearches(
  service: Service,
  items: Items,
  next: Random,
  plain: TestService,
  searching: TestService,
): Promise<number> {
  let successes = 0
  for (const model of service.models) {
    const path = collectionOf(service, model)
    const list = items[model.id] ?? []
    if (path === undefined || list.length === 0) continue
    await eventually(async () => (await searching.send('GET', `${path}?q=a`)).status === 200)
    for (let n = 0; n < QUERIES; n += 1) {
      const query = `${randomQuery(model, list, next)}&_limit=100&_sort=${model.key}&_fields=${model.key}`
      const resultOf = async (from: TestService) => {
        const { status, body } = await from.send('GET', `${path}?${query}`)
        return { query: decodeURIComponent(query), status, body }
      }
      const expected = await resultOf(plain)
      expect(await resultOf(searching)).toEqual(expected)
      if (Number(expected.body['total']) > 0) successes += 1
    }
  }
  return successes
}
