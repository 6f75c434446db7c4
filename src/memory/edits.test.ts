import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { stages } from '../lazy-stages.js'
import { pick, random, type Random } from '../testing/random.js'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'
import { diskMemory } from './disk-memory.js'

const sandboxes: Sandbox[] = []
afterEach(() => {
  for (const { end } of sandboxes.splice(0)) end()
})

const seeds = Array.from({ length: 6 }, (_, index) => index + 1)

test.each(seeds)(
  'edits %i: a run that reuses files writes what one does that makes all of them',
  async (seed) => {
    const next = random(seed)
    const api = someApi(next)
    const remembering = sandbox(true)
    const forgetful = sandbox(false)
    for (let step = 0; step < 10; step++) {
      for (const box of [remembering, forgetful])
        for (const [path, text] of Object.entries(filesOf(api))) box.write(path, text)
      const run = 'generate ./api.raml -o ./out --allow-destructive --json'
      const ran = await remembering.run(run)
      expect((await forgetful.run(run)).exit, ran.out).toBe(ran.exit)
      expect(remembering.files('out'), `step ${step}`).toEqual(forgetful.files('out'))
      const part = pick(next, PARTS)
      api[part] = someApi(next)[part]
    }
  },
)

function sandbox(remembers: boolean): Sandbox {
  const box = makeSandbox(stages)
  sandboxes.push(box)
  if (!remembers) return box
  const remembering = makeSandbox(stages, diskMemory(join(box.path, 'memory')))
  sandboxes.push(remembering)
  return remembering
}

const PARTS = [
  'title',
  'methods',
  'user',
  'story',
  'tag',
  'stories',
  'acl',
  'auth',
  'handler',
  'below',
  'key',
  'ondelete',
  'required',
  'home',
] as const

/** What may be edited, each apart from the others. */
type Api = Record<(typeof PARTS)[number], string>

function someApi(next: Random): Api {
  return {
    title: pick(next, ['Stories', 'Märchen', '物語']),
    methods: pick(next, ['get,post', 'get,post,patch,delete', 'get,post,put,options', 'get']),
    user: someFields(next),
    story: someFields(next),
    tag: someFields(next),
    stories: pick(next, ['stories', 'stories', 'works']),
    acl: pick(next, ['allow everyone all', 'allow g:admin all', 'allow everyone view']),
    auth: pick(next, ['', '', 'x-Ticket']),
    handler: pick(next, ['', 'polish', 'tidy']),
    below: pick(next, ['get,post,delete', 'get,post']),
    key: pick(next, ['id', 'code']),
    ondelete: pick(next, ['NULLIFY', 'CASCADE', 'RESTRICT']),
    required: pick(next, ['', 'yes']),
    home: pick(next, ['/stories', '/stories', '']),
  }
}

const FIELDS: Readonly<Record<string, object>> = {
  name: {
    type: 'string',
    description: 'So heißt es.',
    _db_settings: { type: 'string', required: true },
  },
  pages: { type: ['integer', 'null'], _db_settings: { type: 'integer', index: true } },
  state: { type: 'string', _db_settings: { type: 'choice', choices: ['new', 'done'], default: 'new' } },
  labels: { type: ['array', 'null'], _db_settings: { type: 'list', item_type: 'string' } },
  made: { type: ['string', 'null'], format: 'date-time', _db_settings: { type: 'datetime' } },
  extra: { type: ['object', 'null'], _db_settings: { type: 'dict' } },
}

function someFields(next: Random): string {
  return Object.keys(FIELDS)
    .filter(() => next() < 0.5)
    .join()
}

function filesOf(api: Api): Readonly<Record<string, string>> {
  const own = (names: string): object =>
    Object.fromEntries(names.split(',').flatMap((name) => (name in FIELDS ? [[name, FIELDS[name]]] : [])))
  const reference = (model: string, key: string, required = false): object => ({
    _db_settings: {
      type: 'foreign_key',
      ref_document: model,
      ref_column: `${model.toLowerCase()}.${key}`,
      ref_column_type: KEYS[key],
      required,
    },
  })
  const relation = (document: string, backref: string, ondelete = 'NULLIFY'): object => ({
    _db_settings: { type: 'relationship', document, backref_name: backref, ondelete },
  })
  return {
    'api.raml': raml(api),
    'user.json': schema({ ...own(api.user), [api.stories]: relation('Story', 'owner', api.ondelete) }),
    'story.json': schema(
      {
        ...own(api.story),
        owner_id: reference('User', 'id', api.required !== ''),
        tags: relation('Tag', 'story'),
      },
      api.handler === '' ? {} : { _event_handlers: { before_create: [api.handler] } },
      api.key,
    ),
    'tag.json': schema({ ...own(api.tag), story_id: reference('Story', api.key) }),
  }
}

/** The type of a key by its name. */
const KEYS: Readonly<Record<string, string>> = { id: 'id_field', code: 'string' }

function schema(properties: object, keywords: object = {}, key = 'id'): string {
  const own = { [key]: { _db_settings: { type: KEYS[key], primary_key: true } } }
  return JSON.stringify({ type: 'object', ...keywords, properties: { ...own, ...properties } })
}

function raml({ title, methods, stories, acl, auth, below, home }: Api): string {
  const secured = auth === '' ? '' : 'securedBy: [ticket]\n'
  const ticket = '  - ticket:\n      type: x-Ticket\n      settings: { secret: auth_tkt_secret }\n'
  const schemes = `securitySchemes:
${auth === '' ? '' : ticket}  - story_acl:
      type: x-ACL
      settings: { collection: "${acl}" }
`
  const root = `${home}:
  securedBy: [story_acl]
${calls('get,post', 'story.json', 2)}
  /{id}:
${calls(methods, 'story.json', 4)}
`
  return `#%RAML 0.8
title: ${title}
${schemes}${secured}/users:
  get:
  post: { body: { application/json: { schema: !include user.json } } }
  /{id}:
    get:
    patch:
    /${stories}:
${calls(below, 'story.json', 6)}
/tags:
${calls('get,post', 'tag.json', 2)}
${home === '' ? '' : root}`
}

function calls(methods: string, file: string, indent: number): string {
  const body = `body: { application/json: { schema: !include ${file} } }`
  return methods
    .split(',')
    .map((method) => `${' '.repeat(indent)}${method}:${method === 'post' ? ` { ${body} }` : ''}`)
    .join('\n')
}
