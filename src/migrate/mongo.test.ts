import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Binary, type Db, Decimal128, type Document, Long, MongoClient, ObjectId } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { converted, withItems } from '../../templates/runtime/mongo/codec.js'
import {
  migrateDown,
  migrateRedo,
  migrateUp,
  migrationStatus,
} from '../../templates/runtime/mongo/migrations.js'
import type { FieldType } from '../../templates/runtime/spec/field-types.js'
import type { Field, ItemType, Model, Service } from '../ir/index.js'
import { emptyService } from '../testing/fake-stages.js'
import { field, model } from '../testing/sample-service.js'
import { migrationsFolder } from '../testing/stored-database.js'
import { constrained, relation } from '../testing/stored-service.js'
import { migrationFiles } from '../testing/migrations.js'

const server = process.env['TEST_MONGODB_URL']
if (server === undefined) console.warn('Skipping MongoDB migrations: TEST_MONGODB_URL is not set')

const users = model('User', [field('username'), field('age', 'integer')])
const story = (...fields: Field[]): Model =>
  model('Story', [field('id', 'id_field'), field('title'), ...fields])
const service = (models: Model[], more: Partial<Service> = {}): Service => ({
  ...emptyService('Stored'),
  engine: 'svc_mongodb',
  models,
  ...more,
})

describe('MongoDB migrations', () => {
  it('are not created if only allowed values change', () => {
    const shorter = story(constrained(field('note'), { maxLength: 5 }))
    expect(migrationFiles(service([story(field('note'))]), service([shorter]), 2)).toEqual([])
  })

  it('describe lost values using the names from before the migration', () => {
    const before = service([story(field('note'))])
    const after = service([
      { ...story(), id: 'Tale', names: { ...story().names, table: 'tale' }, renamedFrom: 'Story' },
    ])
    const [file] = migrationFiles(before, after, 2)
    expect(file?.path).toMatch(/^migrations\/0002_.*\.mongodb\.json$/)
    expect(JSON.parse(file?.text ?? '').losses).toEqual([
      { collection: 'story', path: 'note', what: expect.any(String) },
    ])
  })
})

describe('a stored value that is converted to another type', () => {
  it('keeps the digits that the type can store', () => {
    const decimal = (digits: string): Decimal128 => Decimal128.fromString(digits)
    expect(converted(1.25, 'float', 'decimal')).toEqual(decimal('1.25'))
    expect(converted(decimal('1.50'), 'decimal', 'float')).toBe(1.5)
    const room = { precision: 4, scale: 2 }
    expect(converted(decimal('1.259'), 'decimal', 'decimal', room)).toEqual(decimal('1.25'))
    expect(converted(decimal('123.5'), 'decimal', 'decimal', room)).toBeUndefined()
    expect(converted('12345678901234567.25', 'string', 'decimal')).toEqual(decimal('12345678901234567.25'))
  })

  it('is lost if the type cannot store it', () => {
    expect(converted(70_000, 'integer', 'small_integer')).toBeUndefined()
    expect(converted('2015-02-30', 'string', 'date')).toBeUndefined()
  })
})

describe('a stored list whose items are converted to another type', () => {
  it.each<[FieldType, FieldType, readonly unknown[], readonly unknown[]]>([
    ['string', 'integer', ['7', 'x'], [7]],
    ['string', 'date', ['2015-03-14'], [new Date('2015-03-14T00:00:00Z')]],
    ['decimal', 'string', [Decimal128.fromString('1.50')], ['1.5']],
    ['date', 'pickle', [new Date('2015-03-14T00:00:00Z')], ['2015-03-14']],
    ['big_integer', 'pickle', [Long.fromNumber(7)], [7]],
    ['pickle', 'decimal', ['1.5', 2, true, null], ['1.5', '2'].map((each) => Decimal128.fromString(each))],
    ['pickle', 'dict', [{ a: 1 }, [1], 'a'], [{ a: 1 }]],
  ])(
    'keeps the items that can be converted from %s to %s, even if the conversion is repeated',
    (from, to, before, after) => {
      const once = withItems(before, { from, to })
      expect(once).toEqual(after)
      expect(withItems(once, { from, to })).toEqual(after)
    },
  )
})

describe.runIf(server !== undefined)('the migration runner on a MongoDB server', () => {
  let client: MongoClient
  let db: Db

  beforeEach(async () => {
    client = await MongoClient.connect(server ?? '')
    db = client.db(`migrate_${randomBytes(6).toString('hex')}`)
  })
  afterEach(async () => {
    await db.dropDatabase()
    await client.close()
  })

  const folderOf = (...services: Service[]): string => migrationsFolder(...services).folder
  const indexes = async (name: string): Promise<object[]> =>
    (await db.collection(name).indexes())
      .filter((index) => index.name !== '_id_')
      .map(({ key, unique }) => ({ key, unique }))
  const documents = (name: string) => db.collection<{ _id: unknown }>(name).find().sort({ _id: 1 }).toArray()

  it('creates indexes for unique, indexed and referenced fields', async () => {
    const after = service(
      [
        users,
        story(constrained(field('slug'), { unique: true }), constrained(field('rank'), { index: true })),
      ],
      { relations: [relation(['User', 'stories'], ['Story', 'owner'])] },
    )
    await migrateUp({ db }, { folder: folderOf(after) })
    expect(await indexes('story')).toEqual([
      { key: { slug: 1 }, unique: true },
      { key: { rank: 1, _id: 1 }, unique: undefined },
      { key: { owner_id: 1, _id: 1 }, unique: undefined },
    ])
  })

  it('removes links to documents that get a different key', async () => {
    const linked = (key: string): Service =>
      service([{ ...model('City', [field('code'), field('name')]), key }, story()], {
        relations: [relation(['City', 'stories'], ['Story', 'owner'])],
      })
    const before = linked('code')
    await migrateUp({ db }, { folder: folderOf(before) })
    await db.collection<{ _id: string; name: string }>('city').insertOne({ _id: 'a', name: 'Ulm' })
    await db.collection<{ _id: number; owner_id: string }>('story').insertOne({ _id: 1, owner_id: 'a' })
    const folder = folderOf(before, linked('name'))
    await expect(migrateUp({ db }, { folder })).rejects.toThrow(
      'story.owner_id (1 row has a value): the links are lost',
    )
    await migrateUp({ db }, { folder, allowDestructive: true })
    expect(await documents('city')).toEqual([{ _id: 'Ulm', code: 'a' }])
    expect(await documents('story')).toEqual([{ _id: 1 }])
  })

  it('applies each migration only once in concurrent runs', async () => {
    const folder = folderOf(
      service([story()]),
      service([story(field('rank', 'integer'))]),
      service([story(), users]),
    )
    const names = await Promise.all(
      Array.from({ length: 5 }, () => migrateUp({ db }, { folder, allowDestructive: true })),
    )
    const applied = (await migrationStatus({ db }, { folder })).map(({ name }) => name)
    expect(names.flat().toSorted()).toEqual(applied)
    expect(await db.collection('_svc_locks').countDocuments()).toBe(0)
  })

  it('renames collections and fields with their values and indexes, and back', async () => {
    const slug = constrained(field('slug'), { unique: true })
    const before = service([story(slug)])
    const after = service([
      {
        ...story({ ...slug, name: 'handle', column: 'handle', renamedFrom: 'slug' }),
        id: 'Tale',
        names: { ...story().names, table: 'tale' },
        renamedFrom: 'Story',
      },
    ])
    const migration = migrationsFolder(before, after)
    await migrateUp({ db }, { folder: folderOf(before) })
    const _id = new ObjectId()
    await db.collection('story').insertOne({ _id, title: 'A', slug: 'a' })
    await migrateUp({ db }, migration)
    expect(await documents('tale')).toEqual([{ _id, title: 'A', handle: 'a' }])
    expect(await indexes('tale')).toEqual([{ key: { handle: 1 }, unique: true }])
    await migrateDown({ db }, { ...migration, allowDestructive: true })
    expect(await documents('story')).toEqual([{ _id, title: 'A', slug: 'a' }])
    expect(await indexes('story')).toEqual([{ key: { slug: 1 }, unique: true }])
  })

  it('adds and drops multi-field indexes', async () => {
    const groups = [{ names: ['title', 'id'], unique: false }]
    const before = service([{ ...story(field('kind')), groups }])
    const together = [{ names: ['title', 'kind'], unique: true }]
    const migration = migrationsFolder(before, service([{ ...story(field('kind')), groups: together }]))
    await migrateUp({ db }, { folder: folderOf(before) })
    expect(await indexes('story')).toEqual([{ key: { title: 1, _id: 1 } }])
    await migrateUp({ db }, migration)
    expect(await indexes('story')).toMatchObject([{ key: { title: 1, kind: 1 }, unique: true }])
    await db.collection('story').insertOne({ title: 'A', kind: 'x' })
    await expect(db.collection('story').insertOne({ title: 'A', kind: 'x' })).rejects.toThrow(/duplicate/)
    await migrateDown({ db }, migration)
    expect(await indexes('story')).toEqual([{ key: { title: 1, _id: 1 } }])
  })

  it('fills a field that becomes required', async () => {
    const state: Field = {
      ...constrained(field('state'), { required: true }),
      default: { kind: 'literal', value: 'new' },
    }
    const folder = folderOf(service([story()]), service([story(state)]))
    await db.collection('story').insertOne({ title: 'A' })
    await migrateUp({ db }, { folder })
    expect(await documents('story')).toMatchObject([{ title: 'A', state: 'new' }])
  })

  it('does not invent a value for a field that becomes required', async () => {
    const state = constrained(field('state'), { required: true })
    const code: Field = {
      ...constrained(field('code'), { required: true, unique: true }),
      backfill: { kind: 'literal', value: 'a' },
    }
    const folder = folderOf(service([story()]), service([story(state, code)]))
    await db.collection('story').insertMany([{ title: 'A' }, { title: 'B' }])
    await expect(migrateUp({ db }, { folder })).rejects.toThrow(
      /Story\.state becomes required, but 2 rows have no value\nStory\.code is unique, but 2 rows have no value/,
    )
    expect(await documents('story')).toMatchObject([{ title: 'A' }, { title: 'B' }])
    await db.collection('story').deleteMany({})
    await migrateUp({ db }, { folder })
    await db.collection('story').insertOne({ title: 'C', state: 'new', code: 'a' })
    await expect(migrateDown({ db }, { folder })).rejects.toThrow(/story\.code \(1 row has a value\)/)
  })

  it('rejects migrations after an applied migration was edited, until that migration is redone', async () => {
    const folder = folderOf(service([story()]), service([story(field('state'))]))
    await migrateUp({ db }, { folder })
    const [, newest = ''] = readdirSync(folder)
    writeFileSync(join(folder, newest), readFileSync(join(folder, newest), 'utf8').replaceAll('\n', '\r\n'))
    expect(await migrateUp({ db }, { folder })).toEqual([])
    writeFileSync(
      join(folder, newest),
      readFileSync(join(folder, newest), 'utf8').replaceAll('state', 'status'),
    )
    await expect(migrateUp({ db }, { folder })).rejects.toThrow(/has changed since.*migrate -- redo/s)
    const name = newest.replace('.mongodb.json', '')
    expect((await migrationStatus({ db }, { folder })).at(-1)).toEqual({ name, state: 'edited' })
    expect(await migrateRedo({ db }, { folder })).toEqual({ reverted: name, applied: [name] })
    expect(await migrateUp({ db }, { folder })).toEqual([])
    await migrateDown({ db }, { folder })
    await expect(migrateRedo({ db }, { folder })).rejects.toThrow(
      `the newest migration, ${name}, is not applied; run "npm run migrate"`,
    )
  })

  it('rejects the loss of existing values unless data loss is allowed', async () => {
    const folder = folderOf(service([story(field('note'))]), service([story()]))
    await db.collection('story').insertOne({ title: 'A', note: 'x' })
    await expect(migrateUp({ db }, { folder })).rejects.toThrow(/story\.note \(1 row has a value\)/)
    expect(await documents('story')).toMatchObject([{ note: 'x' }])
    await migrateUp({ db }, { folder, allowDestructive: true })
    expect(await documents('story')).toEqual([{ _id: expect.any(ObjectId), title: 'A' }])
  })

  it('continues a failed migration after the conflict is resolved', async () => {
    const folder = folderOf(
      service([story(field('slug'))]),
      service([story(constrained(field('slug'), { unique: true }))]),
    )
    await db.collection<Document>('story').insertMany([{ slug: 'a' }, { slug: 'a' }, {}, {}])
    await expect(migrateUp({ db }, { folder })).rejects.toThrow(
      /E11000.*\.\nstory\.slug must be unique, but has duplicate values: "a" in 2 rows\nChange or delete rows/s,
    )
    await db.collection('story').deleteOne({ slug: 'a' })
    expect(await migrateUp({ db }, { folder })).toHaveLength(1)
    expect(await indexes('story')).toEqual([{ key: { slug: 1 }, unique: true }])
  })

  it.each<[Field['type'], Field['type'], unknown, unknown]>([
    ['integer', 'string', 7, '7'],
    ['string', 'integer', '7.5', 7],
    ['string', 'integer', 'x', undefined],
    ['integer', 'big_integer', 7, 7],
    ['decimal', 'string', Decimal128.fromString('1.50'), '1.5'],
    ['decimal', 'integer', Decimal128.fromString('7'), 7],
    ['datetime', 'date', new Date('2024-05-31T10:00:00Z'), new Date('2024-05-31T00:00:00Z')],
    ['date', 'string', new Date('2024-05-31T00:00:00Z'), '2024-05-31'],
    ['string', 'datetime', '2024-05-31', new Date('2024-05-31T00:00:00Z')],
    ['boolean', 'string', true, 'true'],
    ['binary', 'string', new Binary(Buffer.from('x')), undefined],
    ['interval', 'string', Long.fromNumber(60), '60'],
  ])('converts %s to %s', async (from, to, before, after) => {
    const folder = folderOf(service([story(field('value', from))]), service([story(field('value', to))]))
    await db.collection<Document>('story').insertOne({ value: before })
    await migrateUp({ db }, { folder, allowDestructive: true })
    const [found] = await documents('story')
    expect(found && 'value' in found ? found.value : undefined).toEqual(after)
  })

  const day = new Date('2024-05-31T00:00:00Z')
  it.each<[ItemType, Field['type'], ItemType | null, unknown, unknown, unknown]>([
    ['datetime', 'list', 'date', [new Date('2024-05-31T10:00:00Z')], [day], [day]],
    ['date', 'pickle', null, [day], ['2024-05-31'], [day]],
    ['string', 'list', 'decimal', ['1.50', 'x'], [Decimal128.fromString('1.5')], ['1.5']],
  ])(
    'converts a list of %s to a %s of %s, and back',
    async (items, type, otherItems, before, after, back) => {
      const of = (kind: Field['type'], itemType: ItemType | null): Service =>
        service([story(constrained(field('value', kind), { itemType }))])
      const migration = migrationsFolder(of('list', items), of(type, otherItems))
      await db.collection<Document>('story').insertOne({ value: before })
      await migrateUp({ db }, { ...migration, allowDestructive: true })
      expect(await documents('story')).toEqual([{ _id: expect.any(ObjectId), value: after }])
      await migrateDown({ db }, { ...migration, allowDestructive: true })
      expect(await documents('story')).toEqual([{ _id: expect.any(ObjectId), value: back }])
    },
  )

  it('does not convert values other than lists to lists', async () => {
    const tags = constrained(field('value', 'list'), { itemType: 'integer' })
    const folder = folderOf(service([story(field('value', 'pickle'))]), service([story(tags)]))
    await db.collection<Document>('story').insertMany([{ value: { a: 1 } }, { value: ['7', 8, 'x'] }])
    await migrateUp({ db }, { folder, allowDestructive: true })
    expect((await documents('story')).map((found) => ('value' in found ? found.value : null))).toEqual([
      null,
      [7, 8],
    ])
  })

  it('reverts an added field and its values', async () => {
    const migration = migrationsFolder(service([story()]), service([story(field('rank', 'integer'))]))
    await migrateUp({ db }, migration)
    await db.collection('story').insertOne({ title: 'A', rank: 1 })
    await migrateDown({ db }, { ...migration, allowDestructive: true })
    expect(await documents('story')).toEqual([{ _id: expect.any(ObjectId), title: 'A' }])
  })

  it('copies documents to a new key', async () => {
    const withKey = (key: string): Service => ({
      ...service([{ ...model('Story', [field('number', 'integer'), field('slug')]), key }]),
    })
    const folder = folderOf(withKey('number'), withKey('slug'))
    await db.collection<{ _id: number; slug: string }>('story').insertOne({ _id: 5, slug: 'a' })
    await migrateUp({ db }, { folder })
    expect(await documents('story')).toEqual([{ _id: 'a', number: 5 }])
  })
})
