import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ALL_ROWS } from '../../templates/runtime/repository/items.js'
import type { Condition } from '../../templates/runtime/store.js'
import type { Row } from '../../templates/runtime/model.js'
import { fullText } from '../../templates/runtime/sql/full-text.js'
import { tablesOf, type Statement } from '../../templates/runtime/sql/table.js'
import { migrateDown, migrateUp } from '../../templates/runtime/sql/migrations.js'
import { openDatabase } from '../../templates/runtime/sql/database.js'
import { postgres } from '../../templates/runtime/sql/postgres/dialect.js'
import { selectStatement } from '../../templates/runtime/sql/select.js'
import { sqlite } from '../../templates/runtime/sql/sqlite/dialect.js'
import { openSqliteFile } from '../../templates/runtime/sql/sqlite-driver.js'
import type { Field, Model, Service } from '../ir/index.js'
import { databaseShape } from '../testing/database-shape.js'
import { emptyService } from '../testing/fake-stages.js'
import { field, model } from '../testing/sample-service.js'
import {
  emptyDatabase,
  migrationsFolder,
  openMigrated,
  type TestDatabase,
  testedEngines,
} from '../testing/stored-database.js'
import { constrained, modelSpecs } from '../testing/stored-service.js'
import { stepsBetween } from '../testing/migrations.js'
import { registerConversions } from '../../templates/runtime/sql/sqlite/conversions.js'

const CONVERSIONS = { conversions: registerConversions }

const indexed = (name: string, more: Partial<Field> = {}): Field =>
  constrained(field(name, 'text', more), { words: 'folded' })
/** A field in an index of a version before 1.0, whose words have accents. */
const accented = (name: string): Field => constrained(field(name, 'text'), { words: true })
const story = (...fields: Field[]): Model => model('Story', [field('id', 'id_field'), ...fields])
const page = (...fields: Field[]): Model => model('Story', [field('slug'), ...fields])
const service = (...models: Model[]): Service => ({ ...emptyService('Words'), models })

/** The service before and after each migration, and the steps in the migration. */
const CASES: Readonly<Record<string, readonly [before: Service, after: Service, steps: readonly string[]]>> =
  {
    'indexes a text field that was not indexed': [
      service(story(field('body', 'text'))),
      service(story(indexed('body'))),
      ['change full-text index of column story.body'],
    ],
    'indexes words instead of the whole text': [
      service(story(constrained(field('body', 'text'), { index: true }))),
      service(story(indexed('body'))),
      ['change index, full-text index of column story.body'],
    ],
    'adds a field to the index': [
      service(story(indexed('body'))),
      service(story(indexed('body'), indexed('title'))),
      ['add column story.title'],
    ],
    'renames a field in the index': [
      service(story(indexed('text'))),
      service(story(indexed('body', { renamedFrom: 'text' }))),
      ['rename column story.text to body'],
    ],
    'renames a field in the index, and rebuilds the table': [
      service(story(indexed('text'), field('rank'))),
      service(story(indexed('body', { renamedFrom: 'text' }), field('rank', 'integer'))),
      ['rename column story.text to body', 'change type of column story.rank'],
    ],
    'renames a field outside of the index': [
      service(story(indexed('body'), field('rank'))),
      service(story(indexed('body'), field('place', 'string', { renamedFrom: 'rank' }))),
      ['rename column story.rank to place'],
    ],
    'renames the table': [
      service({ ...story(indexed('body')), id: 'Tale', names: { ...story().names, table: 'tale' } }),
      service({ ...story(indexed('body')), renamedFrom: 'Tale' }),
      ['rename table tale to story'],
    ],
    'rebuilds the table because a different field changes': [
      service(story(indexed('body'), field('rank'))),
      service(story(indexed('body'), field('rank', 'integer'))),
      ['change type of column story.rank'],
    ],
    'indexes items whose key is a text field': [
      service(page(field('body', 'text'))),
      service(page(indexed('body'))),
      ['change full-text index of column story.body'],
    ],
  }

describe.each(testedEngines())('a migration of the full-text index on %s', (engine) => {
  let home: TestDatabase
  beforeEach(async () => {
    home = await emptyDatabase(engine)
  })
  afterEach(() => home.dispose())

  async function shapeOf(fresh: Service): Promise<string[]> {
    const other = await emptyDatabase(engine)
    const { folder } = migrationsFolder(fresh)
    const database = await openDatabase({ url: other.url }, {}, CONVERSIONS)
    await migrateUp(database, { folder })
    await database.close()
    const shape = await databaseShape(other.url)
    await other.dispose()
    return shape
  }

  /** Stores the given rows, if any, and counts all rows that contain the word. */
  async function found(current: Service, rows: readonly Row[], text: string): Promise<number> {
    const [only] = current.models
    const body = only?.fields.find(({ type }) => type === 'text')?.name ?? 'body'
    const where: Condition = { kind: 'text', field: body, pattern: { kind: 'word', text } }
    const database = await openDatabase({ url: home.url }, modelSpecs(current), CONVERSIONS)
    const store = database.store(only?.id ?? 'Story', ALL_ROWS)
    await store.insert(rows.map((row) => ({ ...row, [body]: row['body'] ?? null })))
    const count = await store.count(where)
    await database.close()
    return count
  }

  it.each(Object.entries(CASES))(
    '%s, and searches find rows before and after it',
    async (_, [before, after]) => {
      const first = migrationsFolder(before)
      const both = migrationsFolder(before, after)
      const database = await openDatabase({ url: home.url }, {}, CONVERSIONS)
      await migrateUp(database, first)
      const old = [
        { slug: 'a', body: 'An old word' },
        { slug: 'b', body: 'wordy' },
      ]
      expect(await found(before, old, 'word')).toBe(1)
      expect(await migrateUp(database, { ...both, allowDestructive: true })).toHaveLength(1)
      expect(await found(after, [{ slug: 'c', body: 'a new WORD' }], 'word')).toBe(2)
      expect(await databaseShape(home.url)).toEqual(await shapeOf(after))
      await migrateDown(database, both)
      expect(await databaseShape(home.url)).toEqual(await shapeOf(before))
      expect(await found(before, [{ slug: 'd', body: 'word' }], 'word')).toBe(3)
      await database.close()
    },
  )

  it('replaces an index of words with accents', async () => {
    const [before, after] = [service(story(accented('body'))), service(story(indexed('body')))]
    const both = migrationsFolder(before, after)
    const database = await openDatabase({ url: home.url }, modelSpecs(before), CONVERSIONS)
    await migrateUp(database, migrationsFolder(before))
    await database.store('Story', ALL_ROWS).insert([{ body: 'Frau Müller' }])
    expect(await migrateUp(database, both)).toEqual(['0002_change-story-body'])
    expect(await found(after, [{ body: 'Herr Mu\u0308ller' }], 'muller')).toBe(2)
    expect(await databaseShape(home.url)).toEqual(await shapeOf(after))
    await migrateDown(database, both)
    expect(await databaseShape(home.url)).toEqual(await shapeOf(before))
    await database.close()
  })
})

describe.each(testedEngines())('a search on %s', (engine) => {
  it('uses the full-text index instead of reading every row', async () => {
    const home = await emptyDatabase(engine)
    const stored = service(story(indexed('body'), indexed('title')))
    const database = await openMigrated(home.url, stored)
    const rows = Array.from({ length: 2000 }, (_, n) => ({ body: `text ${n}`, title: 'a title' }))
    await database.store('Story', ALL_ROWS).insert(rows)
    await database.close()
    const specs = modelSpecs(stored)
    const tables = tablesOf(specs, engine === 'sqlite' ? sqlite : postgres, fullText)
    const table = tables.get('Story')
    if (table === undefined) throw new Error('there is no such table')
    const text = (field: string): Condition => ({
      kind: 'text',
      field,
      pattern: { kind: 'word', text: '77' },
    })
    const where: Condition = { kind: 'or', of: [text('body'), text('title')] }
    const orderBy = [{ field: 'id', direction: 'asc' }] as const
    const statement = selectStatement({ where, orderBy, take: 20 }, table, tables)
    expect(await plan(home.url, statement)).toMatch(engine === 'sqlite' ? INDEXED_SQLITE : INDEXED_POSTGRES)
    await home.dispose()
  })
})

const INDEXED_SQLITE = /^SEARCH story USING INTEGER PRIMARY KEY[^]*SCAN _svc_words_story VIRTUAL TABLE/
const INDEXED_POSTGRES = /^(?![^]*Seq Scan)[^]*story_body_words[^]*story_title_words/

async function plan(url: string, { text, values }: Statement): Promise<string> {
  if (url.startsWith('sqlite:')) {
    const database = openSqliteFile(url.slice('sqlite:'.length))
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${text}`)(values).rows
    database.close()
    return steps.map((step) => String(step.at(-1))).join('\n')
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('ANALYZE')
  const { rows } = await client.query<[string]>({
    text: `EXPLAIN ${text}`,
    values: [...values],
    rowMode: 'array',
  })
  await client.end()
  return rows.map(([line]) => line).join('\n')
}

describe('the steps of a migration of the full-text index', () => {
  it.each(Object.entries(CASES))('are correct if it %s', (_, [before, after, steps]) => {
    expect(stepsBetween(before, after).map(({ step }) => step)).toEqual(steps)
  })
})
