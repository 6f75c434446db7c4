import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tsc } from '../testing/compile-project.js'
import { buildFixture, removeProject } from './service.js'
import { userCode } from './user-code.js'

/** Handler code, keyed by what it tests. A line that must not compile ends with `// error`. */
const HANDLERS: Readonly<Record<string, string>> = {
  'the fields in a before_set event for Story': `
registry.add('readonly_slug', async (event) => {
  const name: string | undefined = event.fields.name?.newValue
  const description: string | null | undefined = event.fields.description?.newValue
  event.setFieldValue('name', 'new')
  event.setFieldValue('description', null)
  event.fields.nmae // error
  event.fields.owner_id // error
  event.setFieldValue('nmae', 'new') // error
  event.setFieldValue('name', 1) // error
  event.setFieldValue('name', null) // error
  const count: number = event.fields.name?.newValue // error
  event.response.name // error
  const model: 'Story' = event.model
  return [name, description, count, model]
})`,
  'the instance, narrowed by the tag': `
registry.add('readonly_slug', (event) => {
  event.instance.slug // error
  const maybe: string | undefined = event.instance?.slug
  if (event.tag === 'before_create') {
    const none: undefined = event.instance
    return none
  }
  if (event.tag === 'before_update') return event.instance.slug
  if (event.action === 'replace') return event.instance.slug
  if (event.tag === 'before_set') return // error
  if (event.tag === 'after_update') return // error
  return maybe
})`,
  'a tag whose events have no instance and no response': `
registry.add('set_item_owner', ({ instance, response, user, view }) => {
  const none: undefined = instance
  const before: undefined = response
  const name: string | undefined = user?.username
  user?.nmae // error
  user.username // error
  const agent: string | undefined = view.request.headers['user-agent']
  view.query['name'] = 'x'
  return [none, before, name, agent]
})`,
  'the response of after_index and after_show': `
registry.add('count_words', (event) => {
  if (event.tag === 'after_index') {
    for (const document of event.response.data ?? []) document['words'] = 1
    const total: number | undefined = event.response.total
    event.response.message // error
    return total
  }
  return event.instance.name.length
})`,
  'the repositories and the search': `
registry.add('keep_authors', async (event) => {
  const story = await event.models.story.findFirst({ where: { owner: event.instance.username } })
  const name: string | undefined = story?.name
  await event.models.story.findFirst({ where: { ownr: 'x' } }) // error
  await event.models.stories.count() // error
  const [found] = await event.search('Story', 'name:a AND words:>1', { take: 5, orderBy: { name: 'desc' } })
  const words: number | null | undefined = found?.words
  await event.search('Storry', 'name:a') // error
  await event.search('Story', 'name:a', { limit: 5 }) // error
  await event.search('Story', 'name:a', { orderBy: { nam: 'asc' } }) // error
  const response = await event.search('Story', { query: { match_all: {} } })
  const raw: string | undefined = response.hits.hits[0]?._source.name
  return [name, words, raw]
})`,
  'the documents in responses': `
declare const event: StoryEvent<'after_create' | 'after_update'>
event.response.tilte // error
event.response['tilte'] = 1 // error
event.response.name = 1 // error
event.response.words = 1
const path: string | null = event.response._self
declare const page: StoryEvent<'after_index'>
for (const document of page.response.data ?? []) document.nmae // error
declare const several: StoryEvent<'after_create'> | UserEvent<'after_create'>
several.response.name // error
several.response._pk
if (several.model === 'Story') several.response.name = 'new'
declare const options: StoryEvent<'after_item_options'>
options.response.name // error
declare const user: UserEvent<'after_register'>
user.response.password // error
export const known = [path, user.response.username]`,
  'calls of repositories': `
declare const models: Repositories
const { story, user, profile } = models
await story.findMany({ where: { name: 'x', removed_field: null } }) // error
await story.findMany({ where: { name: { contains: 'x', like: 'y' } } }) // error
await story.findMany({ where: { owner: { is: { username: 'x', removed_field: null } } } }) // error
await story.findMany({ where: { OR: [{ name: 'x' }, { name: 'y', removed_field: null }] } }) // error
await story.findMany({ where: { NOT: { AND: [{ name: 'x', removed_field: null }] } } }) // error
await user.findMany({ where: { username: 'x', stories: { some: { name: 'x', removed_field: 1 } } } }) // error
await story.findMany({ where: {}, limit: 5 }) // error
await story.findMany({ orderBy: { name: 'asc', removed_field: 'asc' } }) // error
await story.findMany({ orderBy: [{ name: 'asc' }, { name: 'asc', removed_field: 'desc' }] }) // error
await story.findMany({ orderBy: { name: 'up' } }) // error
await story.findMany({ include: { owner: true, removed_field: true } }) // error
await story.findMany({ include: { name: true } }) // error
await story.findMany({ include: { owner: { include: { removed_field: true } } } }) // error
await story.findMany({ include: { owner: { include: { stories: true, removed_field: true } } } }) // error
await story.findMany({ include: { owner: { select: { username: true, removed_field: true } } } }) // error
await story.findMany({ include: { owner: { where: { username: 'x' } } } }) // error
await story.findMany({ include: { owner: { include: { stories: { include: { name: true } } } } } }) // error
await story.findMany({ select: { name: true, removed_field: true } }) // error
await story.findMany({ cursor: { id: 1 } }) // error
await story.findFirst({ where: { name: 'x' }, lock: true }) // error
await story.findFirst({ where: { name: 'x', removed_field: null } }) // error
await story.findUnique({ where: { id: 1, name: 'x' } }) // error
await story.findUnique({ where: { id: 1 }, limit: 1 }) // error
await story.findUnique({ where: { id: 1 }, include: { owner: true, removed_field: true } }) // error
await story.findUnique({ where: { id: 1 }, select: { removed_field: true } }) // error
await story.count({ where: { name: 'x', removed_field: null } }) // error
await story.count({ where: { name: 'x' }, take: 1 }) // error
await story.aggregate({ _sum: { words: true, removed_field: true } }) // error
await story.aggregate({ _median: { words: true }, _count: true }) // error
await story.groupBy({ by: ['name', 'removed_field'] }) // error
await story.groupBy({ by: ['name'], where: { name: 'x', removed_field: null } }) // error
await story.groupBy({ by: ['name'], limit: 1 }) // error
await story.groupBy({ by: ['name'], _sum: { words: true, name: true } }) // error
await story.groupBy({ by: ['name'], _max: { words: true, removed_field: true } }) // error
await story.groupBy({ by: ['name'], _sum: { words: true }, having: { _sum: { removed_field: {} } } }) // error
await story.groupBy({ by: [{ field: 'name', unit: 'month' }] }) // error
await story.groupBy({ by: ['name'], _max: { owner: true } }) // error
await story.findMany({ lock: 'wait' }) // error
await story.create({ data: { name: 'x', removed_field: null } }) // error
await story.create({ data: { name: 'x' }, include: { owner: true } }) // error
await story.createMany({ data: [{ name: 'x' }, { name: 'y', removed_field: null }] }) // error
await story.createMany({ data: [{ name: 'x' }], skipDuplicates: true }) // error
await story.update({ where: { id: 1 }, data: { name: 'x', removed_field: null } }) // error
await story.update({ where: { id: 1, name: 'x' }, data: { name: 'x' } }) // error
await story.update({ where: { id: 1 }, data: { name: 'x' }, lock: true }) // error
await story.update({ where: { id: 1 }, data: { words: { increment: 'x' } } }) // error
await story.update({ where: { id: 1 }, data: { words: { increment: 1, by: 2 } } }) // error
await story.update({ where: { id: 1 }, data: { name: { increment: 1 } } }) // error
await story.updateMany({ where: { name: 'x', removed_field: null }, data: { words: 1 } }) // error
await story.updateMany({ data: { words: { increment: '1' } } }) // error
await story.updateMany({ data: { words: 1 }, take: 1 }) // error
await story.upsert({ where: { id: 1 }, create: { name: 'x', removed_field: 1 }, update: {} }) // error
await story.upsert({ where: { id: 1 }, create: { name: 'x' }, update: { removed_field: 1 } }) // error
await story.upsert({ where: { id: 1 }, create: { name: 'x' }, update: { words: { increment: '1' } } }) // error
await story.upsert({ where: { id: 1 }, create: { name: 'x' }, update: {}, lock: true }) // error
await story.delete({ where: { id: 1, name: 'x' } }) // error
await story.delete({ where: { id: 1 }, limit: 1 }) // error
await story.deleteMany({ where: { name: 'x', removed_field: null } }) // error
await story.deleteMany({ where: { name: 'x' }, take: 1 }) // error
await story.transaction(async (inner) => inner.count({ where: { removed_field: null } })) // error
await user.findMany({ where: { password: 'x' } }) // error
await user.findMany({ where: { username: 'x', password: { startsWith: 'x' } } }) // error
await story.findMany({ where: { owner: { is: { username: 'x', password: 'x' } } } }) // error
await user.findMany({ orderBy: { password: 'asc' } }) // error
await user.aggregate({ _min: { password: true } }) // error
await user.groupBy({ by: ['password'] }) // error
const [whole] = await story.findMany({ where: { name: 'x', owner: { is: { username: 'x' } } }, take: 1 })
const typed: Story | undefined = await story.findFirst({ where: { name: 'x' } })
const all: readonly Story[] = await story.findMany()
const [part] = await story.findMany({ select: { name: true }, include: { owner: true } })
part?.id // error
const owner = part?.owner?.username
whole?.owner?.username // error
const [related] = await user.findMany({ include: { stories: true, profile: true } })
const names: string[] = related?.stories.map(({ name }) => name) ?? []
const [deep] = await story.findMany({
  include: { owner: { select: { username: true }, include: { stories: { select: { name: true } }, profile: true } } },
})
const deepNames: string[] = deep?.owner?.stories.map(({ name }) => name) ?? []
const deepKey: string | null | undefined = deep?.owner?.profile?.user
deep?.owner?.email // error
deep?.owner?.stories[0]?.words // error
const held = await profile.findFirst({ include: { user: true } })
const holder: string | undefined = held?.user?.username
const locked = await story.findUnique({ where: { id: 1 }, lock: true })
const hash = (await user.findFirst({ select: { password: true } }))?.password
await story.update({ where: { id: 1 }, data: { words: { increment: 1 } } })
const column: string | null | undefined = whole?.owner
export const found = [typed, all, whole?.name, part?.name, owner, names, deepNames, deepKey, holder, locked?.words, hash, column]`,
  'the names and signatures of functions': `
registry.add('set_item_ownr', async () => {}) // error
registry.add('lowercase', (newValue) => newValue.length) // error
registry.add('lowercase', async (newValue, { field }) => {
  const known: 'email' | 'username' = field
  const other: 'password' = field // error
  return newValue.toLowerCase() + known + other
})
registry.add('encrypt', (newValue) => newValue.toLowerCase()) // error
registry.add('encrypt', (newValue, { instance, event, model }) => {
  const user: 'User' = model
  return newValue === null ? user : (instance?.passphrase ?? event.fields.email?.newValue ?? null)
})
registry.add('make_slug', () => null) // error
registry.add('make_slug', async () => 1) // error
registry.add('item_owner', ({ item, user }) => (item?.owner === user?.username ? 'allow everyone view' : undefined))
registry.add('item_owner', ({ item }) => item?.ownr) // error
registry.add('item_owner', () => [{ effect: 'permit', principal: 'x', permissions: ['view'] }]) // error`,
  'a handler for several models': `
declare const event: StoryEvent<'before_set'> | ProfileEvent<'before_create' | 'after_create'> | UserEvent<'before_set'>
event.fields.name // error
if (event.model === 'Story') event.setFieldValue('name', 'new')
if (event.model === 'Profile') event.setFieldValue('user', 'ada')
event.setFieldValue('name', 'new') // error
declare const same: StoryEvent<'before_create'> | Renamed
interface Renamed extends Omit<ProfileEvent<'before_create'>, 'setFieldValue' | 'fields'> {
  readonly fields: StoryEvent<'before_create'>['fields']
  readonly setFieldValue: ((name: 'name', value: string) => void) & ((name: 'other', value: string) => void)
}
same.setFieldValue('name', same.fields.name?.newValue ?? '')
same.setFieldValue('other', 'x') // error
declare const one: StoryEvent<'before_set'>
for (const name of ['name', 'description'] as const) one.setFieldValue(name, 'x')`,
  'events created in tests': `
const event = testEvent('Story', 'before_create', { fields: { name: 'A' } })
void registry.get('set_item_owner')(event)
void registry.get('count_words')(event) // error
testEvent('Storry', 'before_create') // error
testEvent('Story', 'before_craete') // error
testEvent('Story', 'before_create', { fields: { nmae: 'A' } }) // error
export const key: string | undefined = event.fields.name?.newValue`,
}

/** Returns the numbers of the lines that must not compile. */
function errorLines(text: string): number[] {
  return text.split('\n').flatMap((line, index) => (line.endsWith('// error') ? [index + 1] : []))
}

/** Returns the compiler errors in a project. */
async function compile(folder: string): Promise<string> {
  return (await tsc(folder, ['--noEmit', '--pretty', 'false'])).stdout
}

describe('the emitted types', () => {
  const names = Object.keys(HANDLERS)
  const sources = names.map(
    (name) =>
      `import { registry, testEvent, type ProfileEvent, type Repositories, type Story, type StoryEvent, type UserEvent } from '../generated/index.js'\nvoid testEvent\nexport type Events = ProfileEvent | StoryEvent | UserEvent | Repositories | Story\nvoid registry\n${HANDLERS[name] ?? ''}\n`,
  )
  let folder = ''
  let output = ''
  beforeAll(async () => {
    folder = await buildFixture('handlers', 'svc_sqla', userCode('handlers'))
    for (const [index, source] of sources.entries()) {
      const path = join(folder, 'src/snippets', `snippet-${index}.ts`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, source)
    }
    output = await compile(folder)
  })
  afterAll(() => {
    rmSync(join(folder, 'src/snippets'), { recursive: true, force: true })
    removeProject(folder)
  })

  it.each(names.map((name, index) => [name, index] as const))(
    'accept only correct code: %s',
    (_name, index) => {
      const found = [...output.matchAll(/^src\/snippets\/snippet-(\d+)\.ts\((\d+),/gm)]
        .filter(([, snippet]) => Number(snippet) === index)
        .map(([, , line]) => Number(line))
      expect(
        [...new Set(found)].sort((a, b) => a - b),
        output,
      ).toEqual(errorLines(sources[index] ?? ''))
    },
  )

  it('report a function whose file is missing', async () => {
    rmSync(join(folder, 'src/handlers/set-item-owner.ts'))
    expect(await compile(folder)).toMatch(
      /^src\/generated\/functions\.ts\(.*'\.\.\/handlers\/set-item-owner\.js'/m,
    )
  })
})
