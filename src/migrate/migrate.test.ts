import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ALL_ROWS } from '../../templates/runtime/repository/items.js'
import { EVERYTHING } from '../../templates/runtime/store.js'
import type { Row } from '../../templates/runtime/model.js'
import { migrateDown, migrateUp } from '../../templates/runtime/sql/migrations.js'
import { openDatabase } from '../../templates/runtime/sql/database.js'
import type { Field, ItemType, Model, Service } from '../ir/index.js'
import { databaseShape } from '../testing/database-shape.js'
import { emptyService } from '../testing/fake-stages.js'
import { field, model } from '../testing/sample-service.js'
import {
  emptyDatabase,
  migrationsFolder,
  type TestDatabase,
  testedEngines,
} from '../testing/stored-database.js'
import { constrained, modelSpecs, relation, storedService } from '../testing/stored-service.js'
import { migrationFiles, stepsBetween } from '../testing/migrations.js'
import { registerConversions } from '../../templates/runtime/sql/sqlite/conversions.js'

const CONVERSIONS = { conversions: registerConversions }

const users = model('User', [field('username'), field('age', 'integer')])
const story = (...fields: Field[]): Model =>
  model('Story', [field('id', 'id_field'), field('title'), ...fields])
const service = (models: Model[], more: Partial<Service> = {}): Service => ({
  ...emptyService('Stored'),
  models,
  ...more,
})
const owned = (more = {}): Partial<Service> => ({
  relations: [relation(['User', 'stories'], ['Story', 'owner'], more)],
})
const key = field('owner_id', 'foreign_key')
const parent = field('parent_id', 'foreign_key')
const toStory = { foreignKey: { field: 'parent_id', column: 'parent_id', type: 'id_field' } } as const
const madeKey = (column: string) => ({ foreignKey: { field: null, column, type: 'id_field' } }) as const
const listOf = (name: string, itemType: ItemType | null): Field =>
  constrained(field(name, 'list'), { itemType })

interface Case {
  readonly before: Service
  readonly after: Service
  /** The `Story` rows before and after the migration. */
  readonly rows: readonly Row[]
  readonly kept: readonly Row[]
  readonly steps: readonly string[]
}

const CASES: Readonly<Record<string, Case>> = {
  'adds a nullable column': {
    before: service([story()]),
    after: service([story(field('rank', 'integer'))]),
    rows: [{ title: 'A' }],
    kept: [{ id: 1, title: 'A', rank: null }],
    steps: ['add column story.rank'],
  },
  'fills a new required column with its default': {
    before: service([story()]),
    after: service([
      story({
        ...constrained(field('state'), { required: true }),
        default: { kind: 'literal', value: `it's "new"` },
      }),
    ]),
    rows: [{ title: 'A' }],
    kept: [{ id: 1, title: 'A', state: `it's "new"` }],
    steps: ['add column story.state'],
  },
  'drops a column': {
    before: service([story(constrained(field('rank', 'integer'), { index: true }))]),
    after: service([story()]),
    rows: [{ title: 'A', rank: 5 }],
    kept: [{ id: 1, title: 'A' }],
    steps: ['drop column story.rank'],
  },
  'renames a column with its constraints': {
    before: service([story(constrained(field('kind', 'choice'), { choices: ['a', 'b'], unique: true }))]),
    after: service([
      story({
        ...constrained(field('sort', 'choice'), { choices: ['a', 'b'], unique: true }),
        renamedFrom: 'kind',
      }),
    ]),
    rows: [{ title: 'A', kind: 'b' }],
    kept: [{ id: 1, title: 'A', sort: 'b' }],
    steps: ['rename column story.kind to sort'],
  },
  'adds an index on several columns': {
    before: service([story(field('kind'))]),
    after: service([
      {
        ...story(field('kind')),
        groups: [
          { names: ['title', 'kind'], unique: true },
          { names: ['kind', 'id'], unique: false },
        ],
      },
    ]),
    rows: [
      { title: 'A', kind: 'b' },
      { title: 'A', kind: null },
      { title: 'A', kind: null },
    ],
    kept: [
      { id: 1, title: 'A', kind: 'b' },
      { id: 2, title: 'A', kind: null },
      { id: 3, title: 'A', kind: null },
    ],
    steps: ['add unique index on columns title, kind of story', 'add index on columns kind, id of story'],
  },
  'changes an index on several columns, one of which is renamed': {
    before: service([
      {
        ...story(field('kind'), field('lang')),
        groups: [
          { names: ['title', 'kind'], unique: true },
          { names: ['title', 'lang'], unique: true },
        ],
      },
    ]),
    after: service([
      {
        ...story({ ...field('sort'), renamedFrom: 'kind' }),
        groups: [{ names: ['title', 'sort'], unique: true }],
      },
    ]),
    rows: [{ title: 'A', kind: 'b', lang: 'en' }],
    kept: [{ id: 1, title: 'A', sort: 'b' }],
    steps: [
      'rename column story.kind to sort',
      'drop column story.lang',
      'drop unique index on columns title, lang of story',
    ],
  },
  'renames a table that others refer to': {
    before: service([story(key), users], owned()),
    after: service(
      [
        story(key),
        {
          ...model('Writer', [{ ...field('name'), renamedFrom: 'username' }, field('age', 'integer')]),
          renamedFrom: 'User',
        },
      ],
      { relations: [relation(['Writer', 'stories'], ['Story', 'owner'])] },
    ),
    rows: [{ title: 'A', owner: null }],
    kept: [{ id: 1, title: 'A', owner: null }],
    steps: ['rename table user to writer', 'rename column writer.username to name'],
  },
  'renames the column of a relation without a declared foreign key': {
    before: service([story()], {
      relations: [relation(['Story', 'parts'], ['Story', 'whole'], madeKey('whole'))],
    }),
    after: service([story()], {
      relations: [
        relation(['Story', 'parts'], ['Story', 'parent'], { ...madeKey('parent'), keyRenamedFrom: 'whole' }),
      ],
    }),
    rows: [{ title: 'A' }, { title: 'B', whole: 1 }],
    kept: [
      { id: 1, title: 'A', parent: null },
      { id: 2, title: 'B', parent: 1 },
    ],
    steps: ['rename column story.whole to parent'],
  },
  'fills the column of a required relation without a declared foreign key': {
    before: service([story()]),
    after: service([story()], {
      relations: [
        relation(['Story', 'parts'], ['Story', 'parent'], {
          ...madeKey('parent'),
          required: true,
          backfill: { kind: 'literal', value: 1 },
        }),
      ],
    }),
    rows: [{ title: 'A' }],
    kept: [{ id: 1, title: 'A', parent: 1 }],
    steps: ['add column story.parent'],
  },
  'gives a column the name of a removed column': {
    before: service([
      {
        ...story(
          constrained(field('kind', 'choice'), { choices: ['a', 'b'], index: true }),
          constrained(field('sort'), { index: true, maxLength: 9 }),
        ),
        groups: [{ names: ['title', 'kind'], unique: true }],
      },
    ]),
    after: service([
      {
        ...story({ ...constrained(field('kind'), { index: true, maxLength: 9 }), renamedFrom: 'sort' }),
        groups: [{ names: ['title', 'kind'], unique: true }],
      },
    ]),
    rows: [{ title: 'A', kind: 'b', sort: 'kept' }],
    kept: [{ id: 1, title: 'A', kind: 'kept' }],
    steps: ['rename column story.sort to kind', 'drop column story.kind'],
  },
  'gives a column the name of a removed column in different case': {
    before: service([story(field('kind'), field('sort'))]),
    after: service([story({ ...field('Kind'), renamedFrom: 'sort' })]),
    rows: [{ title: 'A', kind: 'b', sort: 'kept' }],
    kept: [{ id: 1, title: 'A', Kind: 'kept' }],
    steps: ['rename column story.sort to Kind', 'drop column story.kind'],
  },
  'gives a table the name of a removed table': {
    before: service(
      [
        story(constrained(field('slug'), { index: true })),
        model('Draft', [field('id', 'id_field'), constrained(field('slug'), { unique: true }), key]),
        users,
      ],
      { relations: [relation(['User', 'drafts'], ['Draft', 'owner'])] },
    ),
    after: service(
      [
        {
          ...model('Story', [field('id', 'id_field'), constrained(field('slug'), { unique: true }), key]),
          renamedFrom: 'Draft',
        },
        users,
      ],
      { relations: [relation(['User', 'drafts'], ['Story', 'owner'])] },
    ),
    rows: [{ title: 'A', slug: 's' }],
    kept: [],
    steps: ['rename table draft to story', 'drop table story'],
  },
  'sets NOT NULL and fills rows without a value': {
    before: service([story(field('note'), field('rank', 'integer'))]),
    after: service([
      story(
        {
          ...constrained(field('note'), { required: true, maxLength: 20 }),
          default: { kind: 'literal', value: 'default' },
          backfill: { kind: 'literal', value: 'none' },
        },
        {
          ...constrained(field('rank', 'integer'), { required: true }),
          default: { kind: 'literal', value: 0 },
        },
      ),
    ]),
    rows: [
      { title: 'A', note: 'x', rank: null },
      { title: 'B', note: null, rank: 3 },
    ],
    kept: [
      { id: 1, title: 'A', note: 'x', rank: 0 },
      { id: 2, title: 'B', note: 'none', rank: 3 },
    ],
    steps: [
      'change nullability, allowed values of column story.note',
      'change nullability of column story.rank',
    ],
  },
  'fills a required and unique column in a table with one row': {
    before: service([story()]),
    after: service([
      story(
        {
          ...constrained(field('slug'), { required: true, unique: true }),
          backfill: { kind: 'literal', value: 'first' },
        },
        {
          ...constrained(field('token'), { required: true, unique: true }),
          default: { kind: 'literal', value: 'x' },
        },
      ),
    ]),
    rows: [{ title: 'A' }],
    kept: [{ id: 1, title: 'A', slug: 'first', token: 'x' }],
    steps: ['add column story.slug', 'add column story.token'],
  },
  'fills columns with values in the form in which the service stores them': {
    before: service([story()]),
    after: service([
      story(
        ...(
          [
            ['a', 'datetime', '2020-12-31T23:59:59+01:00'],
            ['b', 'time', '8:31'],
            ['c', 'decimal', '-01.50'],
            ['d', 'decimal', '25e-1'],
            ['e', 'big_integer', '9007199254740993'],
            ['f', 'dict', { "a'b": 'line\u2028break' }],
          ] as const
        ).map(([name, type, value]): Field => ({
          ...constrained(field(name, type), { required: true }),
          backfill: { kind: 'literal', value },
        })),
      ),
    ]),
    rows: [{ title: 'A' }],
    kept: [
      {
        id: 1,
        title: 'A',
        a: '2020-12-31T22:59:59.000Z',
        b: '08:31:00',
        c: -1.5,
        d: 2.5,
        e: '9007199254740993',
        f: { "a'b": 'line\u2028break' },
      },
    ],
    steps: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `add column story.${name}`),
  },
  'adds decimals with limits that NUMERIC does not support': {
    before: service([story()]),
    after: service([
      story(
        constrained(field('a', 'decimal'), { precision: 0 }),
        constrained(field('b', 'decimal'), { precision: 2, scale: 5 }),
        constrained(field('c', 'decimal'), { precision: 2000 }),
      ),
    ]),
    rows: [{ title: 'A' }],
    kept: [{ id: 1, title: 'A', a: null, b: null, c: null }],
    steps: ['add column story.a', 'add column story.b', 'add column story.c'],
  },
  'converts values to other types': {
    before: service([
      story(
        field('a', 'integer'),
        field('b', 'text'),
        field('c', 'date'),
        field('d', 'decimal'),
        field('e', 'boolean'),
      ),
    ]),
    after: service([
      story(
        field('a', 'text'),
        field('b', 'integer'),
        field('c', 'datetime'),
        field('d', 'float'),
        field('e', 'text'),
      ),
    ]),
    rows: [
      { title: 'A', a: 7, b: '12', c: '2015-03-14', d: '1.5', e: false },
      { title: 'B', a: null, b: 'twelve', c: null, d: null, e: null },
    ],
    kept: [
      { id: 1, title: 'A', a: '7', b: 12, c: '2015-03-14T00:00:00.000Z', d: 1.5, e: 'false' },
      { id: 2, title: 'B', a: null, b: null, c: null, d: null, e: null },
    ],
    steps: ['a', 'b', 'c', 'd', 'e'].map((column) => `change type of column story.${column}`),
  },
  'converts list items to another type': {
    before: service([
      story(listOf('a', 'text'), listOf('b', 'decimal'), listOf('c', null), listOf('d', 'date')),
    ]),
    after: service([
      story(listOf('a', 'integer'), listOf('b', 'text'), listOf('c', 'boolean'), field('d', 'pickle')),
    ]),
    rows: [
      { title: 'A', a: ['7', 'x', '-1'], b: ['1.50'], c: [true, 'false', 'x', 0, null], d: ['2015-03-14'] },
      { title: 'B', a: [], b: null, c: ['maybe'], d: [] },
    ],
    kept: [
      { id: 1, title: 'A', a: [7, -1], b: ['1.5'], c: [true, false], d: ['2015-03-14'] },
      { id: 2, title: 'B', a: [], b: null, c: [], d: [] },
    ],
    steps: [
      ...['a', 'b', 'c'].map((column) => `change item type of column story.${column}`),
      'change type of column story.d',
    ],
  },
  'creates and drops indexes': {
    before: service([story(constrained(field('slug'), { unique: true }), field('price', 'decimal'))]),
    after: service([story(field('slug'), constrained(field('price', 'decimal'), { index: true }))]),
    rows: [{ title: 'A', slug: 's', price: '10' }],
    kept: [{ id: 1, title: 'A', slug: 's', price: 10 }],
    steps: ['change uniqueness of column story.slug', 'change index of column story.price'],
  },
  'links existing tables in a cycle': {
    before: service([story(), users]),
    after: service([story(key), model('User', [...users.fields, field('best_id', 'foreign_key')])], {
      relations: [
        relation(['Story', 'fans'], ['User', 'best'], {
          foreignKey: { field: 'best_id', column: 'best_id', type: 'id_field' },
          onDelete: 'restrict',
        }),
        relation(['User', 'stories'], ['Story', 'owner'], { onDelete: 'cascade' }),
      ],
    }),
    rows: [{ title: 'A' }],
    kept: [{ id: 1, title: 'A', owner: null }],
    steps: ['add column story.owner_id', 'add column user.best_id'],
  },
  'makes a different column the key of a referenced table': {
    before: service([story(field('rank', 'integer'), parent)], {
      relations: [relation(['Story', 'parts'], ['Story', 'owner'], toStory)],
    }),
    after: service(
      [{ ...story(constrained(field('rank', 'integer'), { required: true }), parent), key: 'rank' }],
      {
        relations: [
          relation(['Story', 'parts'], ['Story', 'owner'], {
            foreignKey: { ...toStory.foreignKey, type: 'integer' },
          }),
        ],
      },
    ),
    rows: [
      { title: 'A', rank: 2 },
      { title: 'B', rank: 1, owner: 1 },
    ],
    kept: [
      { id: 1, title: 'A', rank: 2, owner: null },
      { id: 2, title: 'B', rank: 1, owner: null },
    ],
    steps: [
      'change primary key, uniqueness of column story.id',
      'change primary key, nullability of column story.rank',
      'change type, foreign key of column story.parent_id',
    ],
  },
  'changes the deletion rules': {
    before: service([story(key), users], owned()),
    after: service([story(key), users], owned({ onDelete: 'cascade', kind: 'one-to-one' })),
    rows: [{ title: 'A', owner: null }],
    kept: [{ id: 1, title: 'A', owner: null }],
    steps: ['change uniqueness, index, foreign key of column story.owner_id'],
  },
  'drops a table and the columns that refer to it': {
    before: service([story(key), users], owned()),
    after: service([story()]),
    rows: [{ title: 'A', owner: null }],
    kept: [{ id: 1, title: 'A' }],
    steps: ['drop table user', 'drop column story.owner_id'],
  },
}

describe.each(testedEngines())('a migration on %s', (engine) => {
  let home: TestDatabase

  beforeEach(async () => {
    home = await emptyDatabase(engine)
  })

  afterEach(async () => {
    await home.dispose()
  })

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

  async function withStories<T>(
    current: Service,
    work: (store: ReturnType<Awaited<ReturnType<typeof openDatabase>>['store']>) => Promise<T>,
  ): Promise<T> {
    const database = await openDatabase({ url: home.url }, modelSpecs(current), CONVERSIONS)
    const result = await work(database.store('Story', ALL_ROWS))
    await database.close()
    return result
  }

  it.each(Object.entries(CASES))(
    '%s, keeps the rows, and can be reverted',
    async (_, { before, after, rows, kept }) => {
      const first = migrationsFolder(before)
      const both = migrationsFolder(before, after)
      const database = await openDatabase({ url: home.url }, {}, CONVERSIONS)
      await migrateUp(database, first)
      await withStories(before, (store) => store.insert(rows))
      expect(await migrateUp(database, { ...both, allowDestructive: true })).toHaveLength(1)
      const stored = await withStories(after, (store) =>
        store.find({ where: EVERYTHING, orderBy: [{ field: 'id', direction: 'asc' }] }),
      )
      expect(stored).toEqual(kept)
      expect(await databaseShape(home.url)).toEqual(await shapeOf(after))
      await migrateDown(database, { ...both, allowDestructive: true })
      expect(await databaseShape(home.url)).toEqual(await shapeOf(before))
      expect(await withStories(before, (store) => store.count(EVERYTHING))).toBe(kept.length)
      await database.close()
    },
  )

  it.each<readonly [string, Field]>([
    ['become generated', field('id', 'id_field')],
    ['clients need not give any more', { ...field('id', 'integer'), default: { kind: 'counter' } }],
  ])('generates keys that %s after those of existing rows', async (_, id) => {
    const stories = (key: Field): Service => service([model('Story', [key, field('title')])])
    const [before, after] = [stories(field('id', 'integer')), stories(id)]
    const database = await openDatabase({ url: home.url }, {}, CONVERSIONS)
    await migrateUp(database, migrationsFolder(before))
    await withStories(before, (store) => store.insert([{ id: 7, title: 'A' }]))
    await migrateUp(database, { ...migrationsFolder(before, after), allowDestructive: true })
    const inserted = await withStories(after, (store) => store.insert([{ title: 'B' }]))
    expect(inserted.map((row) => row['id'])).toEqual([8])
    expect(await databaseShape(home.url)).toEqual(await shapeOf(after))
    await database.close()
  })
})

describe('the steps of a migration', () => {
  it.each(Object.entries(CASES))('are correct if it %s', (_, { before, after, steps }) => {
    expect(stepsBetween(before, after).map(({ step }) => step)).toEqual(steps)
  })

  it('are empty if nothing changes', () => {
    expect(stepsBetween(storedService(), storedService())).toEqual([])
    expect(migrationFiles(storedService(), storedService(), 2)).toEqual([])
  })

  it('describe which list items are lost, if any', () => {
    const lossOf = (from: ItemType | null, to: ItemType | null): readonly (string | null)[] =>
      stepsBetween(service([story(listOf('tags', from))]), service([story(listOf('tags', to))])).map(
        ({ destructive }) => destructive,
      )
    expect(lossOf('integer', 'string')).toEqual([null])
    expect(lossOf('integer', null)).toEqual([null])
    expect(lossOf('string', 'text')).toEqual([])
    expect(lossOf(null, 'string')).toEqual(['list items that cannot be converted to string are lost'])
    expect(lossOf('string', 'integer')).toEqual([
      'in list items, values that are not numbers or are out of range are lost',
    ])
    expect(lossOf('binary', 'date')).toEqual(['the list items cannot be converted and are lost'])
  })

  it('have one blank line between their parts, whether or not reverting them has conditions', () => {
    const { before, after } = CASES['drops a column'] ?? { before: null, after: storedService() }
    // The first one can be reverted without a loss, the second one not.
    const files = [...migrationFiles(before, after, 2), ...migrationFiles(after, before ?? after, 2)]
    expect(files.filter(({ text }) => text.includes('\n\n\n')).map(({ path }) => path)).toEqual([])
    expect(files.map(({ text }) => text.split('-- migrate:down')[1]?.includes('-- destructive:'))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('are written to files that are named after them', () => {
    const { before, after } = CASES['drops a column'] ?? { before: null, after: storedService() }
    const files = migrationFiles(before, after, 12)
    expect(files.map((file) => file.path)).toEqual([
      'migrations/0012_drop-story-rank.sqlite.sql',
      'migrations/0012_drop-story-rank.postgres.sql',
    ])
    for (const { text } of files) {
      expect(text).toContain('\n-- destructive: story.rank the column and all its values are deleted\n')
    }
  })

  it('report that links are lost if the referenced model gets a different key, even if the type is the same', () => {
    const ownerKey = field('owner_id', 'foreign_key')
    const cities = (key: string): Service =>
      service(
        [
          { ...model('City', [field('code'), constrained(field('name'), { required: true })]), key },
          story(ownerKey),
        ],
        { relations: [relation(['City', 'stories'], ['Story', 'owner'])] },
      )
    expect(stepsBetween(cities('code'), cities('name')).map(({ destructive }) => destructive)).toEqual([
      null,
      null,
      'the links are lost, because the referenced model gets a different key',
    ])
  })

  it('declare the loss of a removed column or table even if a different one gets its name', () => {
    const headsOf = (name: string): readonly string[] => {
      const { before, after } = CASES[name] ?? { before: null, after: storedService() }
      return migrationFiles(before, after, 2).map(({ text }) => text.slice(0, text.indexOf('-- migrate:up')))
    }
    for (const head of headsOf('gives a column the name of a removed column'))
      expect(head).toContain('\n-- destructive: story.kind the column and all its values are deleted\n')
    for (const head of headsOf('gives a table the name of a removed table'))
      expect(head).toContain('\n-- destructive: story the table and all its rows are deleted\n')
  })
})
