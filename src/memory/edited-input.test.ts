import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { stages } from '../lazy-stages.js'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'
import { diskMemory } from './disk-memory.js'

const RUN = 'generate ./api.raml -o ./out --allow-destructive'

const sandboxes: Sandbox[] = []
afterEach(() => {
  for (const { end } of sandboxes.splice(0)) end()
})

const name = field('string')
const USER = schema({ name, stories: relationship('Story') })
const STORY = schema({
  title: field('string'),
  labels: field('list', { item_type: 'string' }),
  owner_id: foreignKey('User'),
})

const SMALL: Readonly<Record<string, string>> = {
  'another field': schema({ name, born: field('date'), stories: relationship('Story') }),
  'a field less': schema({ stories: relationship('Story') }),
  'a field of another type': schema({ name: field('text', { index: true }), stories: relationship('Story') }),
  'a field that must be given': schema({
    name: field('string', { required: true }),
    stories: relationship('Story'),
  }),
  'a title and a description': schema(
    { name, stories: relationship('Story') },
    { title: 'People', description: 'Who writes' },
  ),
  'fields that are hidden': schema({ name, stories: relationship('Story') }, { _hidden_fields: ['name'] }),
  'nested documents': schema(
    { name, stories: relationship('Story') },
    { _nested_relationships: ['stories'] },
  ),
  'line ends': USER.replaceAll(',', ',\r\n'),
}

test.each(Object.keys(SMALL))(
  'of an edit that changes nothing but fields, all else is not read again: %s',
  async (edit) => {
    const { whole, files, printed } = await edited({ 'user.json': SMALL[edit] ?? '' })
    expect(whole).toBe(1)
    expect(files.remembering).toEqual(files.forgetful)
    expect(printed.remembering).toBe(printed.forgetful)
  },
)

const LARGE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a list, which may be a sub-resource': {
    'user.json': schema({
      name,
      hobbies: field('list', { item_type: 'string' }),
      stories: relationship('Story'),
    }),
  },
  'a field that is called as a path': {
    'user.json': schema({ name, Drafts: field('string'), stories: relationship('Story') }),
  },
  'a field that is called as the back-reference of another model': {
    'story.json': STORY.replace('"title"', '"owner"'),
  },
  'a field whose column is that of a foreign key': {
    'story.json': STORY.replace('"title"', '"OWNER_ID"'),
  },
  'no relationship': { 'user.json': schema({ name }), 'story.json': schema({ title: field('string') }) },
  'another key': { 'user.json': USER.replace('"id"', '"code"') },
  'a handler': {
    'user.json': schema(
      { name, stories: relationship('Story') },
      { _event_handlers: { before_create: ['polish'] } },
    ),
  },
  'a default by a function': {
    'user.json': schema({
      name: field('string', { default: '{{someName}}' }),
      stories: relationship('Story'),
    }),
  },
  'a renamed field': {
    'user.json': schema({
      title: { ...field('string'), _renamed_from: 'name' },
      stories: relationship('Story'),
    }),
  },
  'something to warn of': {
    'user.json': schema({ name: field('string', { odd: 1 }), stories: relationship('Story') }),
  },
  'no JSON': { 'user.json': '{' },
  'the RAML': { 'user.json': SMALL['another field'] ?? '', 'api.raml': api('Tales') },
}

test.each(Object.keys(LARGE))('what may change more is read with all else: %s', async (edit) => {
  const { whole, files, printed } = await edited(LARGE[edit] ?? {})
  expect(whole).toBe(2)
  expect(files.remembering).toEqual(files.forgetful)
  expect(printed.remembering).toBe(printed.forgetful)
})

test('a schema that says something elsewhere, too, is read with all else', async () => {
  const files = {
    'api.raml': `${api('Stories')}documentation: [{ title: Users, content: !include user.json }]\n`,
  }
  expect((await edited({ 'user.json': SMALL['another field'] ?? '' }, files)).whole).toBe(2)
})

test('a schema of several models is read with all else', async () => {
  const more = '/tags:\n  get:\n  post: { body: { application/json: { schema: !include tag.json } } }\n'
  const tag = schema({ name })
  const files = { 'api.raml': `${api('Stories')}${more}${more.replace('tags', 'marks')}`, 'tag.json': tag }
  const again = schema({ name, born: field('date') })
  expect((await edited({ 'tag.json': again }, files)).whole).toBe(2)
})

test('where secrets stand in the RAML, which are nowhere kept, all is read again', async () => {
  const scheme =
    'securitySchemes: [{ ticket: { type: x-Ticket, settings: { secret: "not so secret, this one" } } }]\n'
  const { whole } = await edited(
    { 'user.json': SMALL['another field'] ?? '' },
    { 'api.raml': api('Stories').replace('/users', `${scheme}/users`) },
  )
  expect(whole).toBe(2)
})

test('an edit after an edit is understood alike', async () => {
  const { box, whole } = started({})
  await box.run(RUN)
  for (const edit of Object.values(SMALL)) {
    box.write('user.json', edit)
    const ran = await box.run(RUN)
    expect(ran.exit, ran.err).toBe(0)
  }
  expect(whole()).toBe(1)
})

interface Compared {
  readonly remembering: unknown
  readonly forgetful: unknown
}

/** What comes of an edit after a first run, with and without a memory; `whole`: how often all was read where there is one. */
async function edited(
  edit: Readonly<Record<string, string>>,
  first: Readonly<Record<string, string>> = {},
): Promise<{ readonly whole: number; readonly files: Compared; readonly printed: Compared }> {
  const remembering = started(first)
  const forgetful = started(first, false)
  const printed = []
  for (const { box } of [remembering, forgetful]) {
    await box.run(RUN)
    for (const [path, text] of Object.entries(edit)) box.write(path, text)
    const { exit, out, err } = await box.run(RUN)
    printed.push(`${exit} ${out.replace(/\d+ ms/, '')} ${err.replaceAll(box.path, '')}`)
  }
  return {
    whole: remembering.whole(),
    files: { remembering: remembering.box.files('out'), forgetful: forgetful.box.files('out') },
    printed: { remembering: printed[0], forgetful: printed[1] },
  }
}

function started(
  files: Readonly<Record<string, string>>,
  remembers = true,
): { readonly box: Sandbox; readonly whole: () => number } {
  let count = 0
  const understand: typeof stages.understand = (input) => {
    count += 1
    return stages.understand(input)
  }
  const own = makeSandbox({ ...stages, understand })
  const box = remembers ? makeSandbox({ ...stages, understand }, diskMemory(join(own.path, 'memory'))) : own
  sandboxes.push(own, box)
  const all = { 'api.raml': api('Stories'), 'user.json': USER, 'story.json': STORY, ...files }
  for (const [path, text] of Object.entries(all)) box.write(path, text)
  return { box, whole: () => count }
}

function api(title: string): string {
  return `#%RAML 0.8
title: ${title}
/users:
  get:
  post: { body: { application/json: { schema: !include user.json } } }
  /{id}:
    get:
    /stories:
      get:
/stories:
  get:
  post: { body: { application/json: { schema: !include story.json } } }
  /{id}:
    /labels:
      get:
/drafts:
  description: There may be some one day
`
}

function schema(properties: object, keywords: object = {}): string {
  const id = { _db_settings: { type: 'id_field', primary_key: true } }
  return JSON.stringify({ type: 'object', ...keywords, properties: { id, ...properties } })
}

function field(type: string, settings: object = {}): object {
  return { _db_settings: { type, ...settings } }
}

function relationship(document: string): object {
  return field('relationship', { document, backref_name: 'owner' })
}

function foreignKey(document: string): object {
  return field('foreign_key', {
    ref_document: document,
    ref_column: `${document.toLowerCase()}.id`,
    ref_column_type: 'id_field',
  })
}
