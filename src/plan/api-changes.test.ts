import { expect, test } from 'vitest'
import type { Field, OnDelete, Service } from '../ir/index.js'
import {
  acl,
  customAction,
  field,
  model,
  required,
  route,
  rule,
  sampleService,
} from '../testing/sample-service.js'
import { relation } from '../testing/stored-service.js'
import { apiChanges } from './api-changes.js'

const lines = (before: Service | null, after: Service): readonly string[] =>
  apiChanges(before, after).map(
    ({ change, breaking, where }) => `${breaking ? '!' : ' '} ${where}: ${change}`,
  )

const withFields = (...fields: readonly Field[]): Service =>
  sampleService({ models: [model('Story', [field('id', 'id_field'), ...fields])] })

const listOf = (itemType: Field['constraints']['itemType']): Field => {
  const list = field('tags', 'list')
  return { ...list, constraints: { ...list.constraints, itemType } }
}

const title = (json: Field['json']): Service => withFields(field('title', 'string', { json }))

test('reports nothing for the same API', () => {
  expect(lines(sampleService(), sampleService())).toEqual([])
})

test('reports every route as new on the first run', () => {
  expect(lines(null, sampleService({ routes: [route('GET', '/stories', 'index')] }))).toEqual([
    '  GET /stories: added',
  ])
})

test('a removed route is breaking, a new route is not, and parameter names are ignored', () => {
  const before = sampleService({
    routes: [route('GET', '/a', 'index'), route('GET', '/b/{id}', 'show')],
  })
  const after = sampleService({
    routes: [route('GET', '/b/{key}', 'show'), route('POST', '/c', 'create')],
  })
  expect(lines(before, after)).toEqual(['! GET /a: removed', '  POST /c: added'])
})

test('operations that now answer as the document declares, or no longer do, are breaking', () => {
  const own = route('GET', '/a', 'index')
  const contract = { operation: customAction('GET', '/a'), status: 200 }
  const before = sampleService({ routes: [own] })
  const after = sampleService({ routes: [{ ...own, contract }] })
  expect(lines(before, after)).toContain(
    "! GET /a: answers as the document declares; leave out the schema of its success response to keep svcgen's form",
  )
  expect(lines(after, before)).toContain(
    "! GET /a: answers in svcgen's form instead of the one that the document declared",
  )
})

test('another item at a path without its key is breaking', () => {
  const at = (key: string): Service => {
    const contract = { operation: customAction('GET', '/a'), status: 200, fixedKey: { id: key } }
    return sampleService({ routes: [{ ...route('GET', '/a', 'show'), contract }] })
  }
  expect(lines(at('site'), at('site'))).toEqual([])
  expect(lines(at('site'), at('main'))).toEqual([
    '! GET /a: concerns the item "main" instead of the item "site"',
  ])
  expect(lines(at('site'), at('self'))).toEqual([
    '! GET /a: concerns the item of the caller instead of the item "site"',
  ])
})

test('another key is breaking, also where a contract declares all documents, and a renamed key only in others', () => {
  const contract = { operation: customAction('GET', '/stories/{id}'), status: 200 }
  const withKey = (key: string, fields: readonly Field[], isDeclared: boolean): Service => {
    const show = route('GET', '/stories/{id}', 'show')
    return sampleService({
      routes: [isDeclared ? { ...show, contract } : show],
      models: [model('Story', fields, { key })],
    })
  }
  const both = [field('id'), field('slug')]
  const changes = (was: readonly Field[], is: readonly Field[], isDeclared: boolean): readonly string[] =>
    lines(withKey('id', was, isDeclared), withKey('slug', is, isDeclared)).filter((line) =>
      line.includes('primary key'),
    )
  const changed = ['! Story: primary key changed from "id" to "slug"']
  expect([changes(both, both, true), changes(both, both, false)]).toEqual([changed, changed])
  const [was, is] = [[field('id')], [field('slug', 'string', { renamedFrom: 'id' })]]
  expect([changes(was, is, true), changes(was, is, false)]).toEqual([[], changed])
})

test('a changed base path is one change', () => {
  const routes = [route('GET', '/a', 'index')]
  expect(lines(sampleService({ routes }), sampleService({ routes, basePath: '/v2' }))).toEqual([
    '! /v1: 8 operations moved to /v2',
  ])
})

test('narrowed access is breaking, but widened access is not', () => {
  const routes = [route('GET', '/a', 'index', { acl: 'a' })]
  const open = sampleService({
    routes,
    acls: [acl('a', [rule('allow', { kind: 'everyone' }, 'view')], null)],
  })
  const closed = sampleService({
    routes,
    acls: [acl('a', [rule('allow', { kind: 'authenticated' }, 'view')], null)],
  })
  expect(lines(open, closed)).toEqual(['! GET /a: access narrowed for everyone'])
  expect(lines(closed, open)).toEqual(['  GET /a: access widened for everyone'])
})

test('reports item routes whose access changes because the collection rules change', () => {
  const routes = [
    route('GET', '/a', 'index', { acl: 'a' }),
    route('GET', '/a/{id}', 'show', { acl: 'a' }),
    route('DELETE', '/a/{id}', 'delete', { acl: 'a', permission: 'delete' }),
  ]
  const item = [rule('allow', { kind: 'callable', name: 'is_owner' }, 'view', 'delete')]
  const service = (kind: 'everyone' | 'authenticated'): Service =>
    sampleService({ routes, acls: [acl('a', [rule('allow', { kind }, 'view')], item)] })
  const [open, closed] = [service('everyone'), service('authenticated')]
  expect(lines(open, closed)).toEqual([
    '! GET /a: access narrowed for everyone',
    '! GET /a/{id}: access narrowed for everyone',
  ])
  expect(lines(closed, open)).toEqual([
    '  GET /a: access widened for everyone',
    '  GET /a/{id}: access widened for everyone',
  ])
})

test('reports item routes that depend on different functions because the collection rules change', () => {
  const routes = [route('GET', '/a/{id}', 'show', { acl: 'a' })]
  const service = (...names: readonly string[]): Service => {
    const rules = names.map((name) => rule('allow', { kind: 'callable', name }, 'view'))
    return sampleService({ routes, acls: [acl('a', rules.slice(1), rules.slice(0, 1))] })
  }
  expect(lines(service('is_owner', 'is_member'), service('is_owner'))).toEqual([
    '! GET /a/{id}: access changed from "{{is_owner}}, {{is_member}}, else no" to "{{is_owner}}, else no" for everyone, authenticated',
  ])
})

test.each([
  ['a removed field', [field('title')], [], '! Story.title: removed'],
  ['a new field', [], [field('title')], '  Story.title: added'],
  ['a new required field', [], [required(field('title'))], '! Story.title: added (required)'],
  [
    'a renamed field',
    [field('name')],
    [field('title', 'string', { renamedFrom: 'name' })],
    '! Story.title: renamed from name',
  ],
  [
    'a field with a different type',
    [field('title')],
    [field('title', 'integer')],
    '! Story.title: type changed from string to integer',
  ],
  [
    'a list with a different item type',
    [listOf('string')],
    [listOf('integer')],
    '! Story.tags: type changed from list of string to list of integer',
  ],
  [
    'a field that becomes required',
    [field('title')],
    [required(field('title'))],
    '! Story.title: now required',
  ],
  [
    'a field that becomes optional',
    [required(field('title'))],
    [field('title')],
    '! Story.title: no longer required',
  ],
])('reports %s', (_name, before, after, line) => {
  expect(lines(withFields(...before), withFields(...after))).toEqual([line])
})

test.each([
  [
    'a lower maximum',
    { maxLength: 20 },
    { maxLength: 10 },
    '! Story.title: maxLength decreased from 20 to 10',
  ],
  [
    'a higher maximum',
    { maxLength: 10 },
    { maxLength: 20 },
    '! Story.title: maxLength increased from 10 to 20',
  ],
  ['a new limit', {}, { minimum: 1 }, '! Story.title: minimum 1 added'],
  ['a removed limit', { pattern: 'a' }, {}, '! Story.title: pattern a removed'],
  ['fewer choices', { enum: ['a', 'b'] }, { enum: ['a'] }, '! Story.title: enum value "b" removed'],
  ['null is allowed', { type: 'string' }, { type: ['string', 'null'] }, '! Story.title: null allowed'],
])('reports a changed constraint: %s', (_name, before, after, line) => {
  expect(lines(title(before), title(after))).toEqual([line])
})

test('ignores the description of a field', () => {
  expect(lines(title({ description: 'one' }), title({ description: 'two' }))).toEqual([])
})

test('hiding a field is breaking', () => {
  const fields = [field('id', 'id_field')]
  const shown = sampleService({ models: [model('Story', fields)] })
  const hidden = sampleService({
    models: [model('Story', fields, { visibility: { public: [], authenticated: null, hidden: [] } })],
  })
  expect(lines(shown, hidden)).toEqual(['! Story.id: now hidden from anonymous callers'])
  expect(lines(hidden, shown)).toEqual(['  Story.id: now visible to anonymous callers'])
})

test('turning a relation into a list is a breaking change, and so is removing it', () => {
  const fields = [field('username')]
  const end = {
    name: 'stories',
    relation: 'User.stories',
    side: 'one',
    target: 'Story',
    many: true,
  } as const
  const withEnds = (
    ...relations: readonly (typeof end | (Omit<typeof end, 'many'> & { many: false }))[]
  ): Service => sampleService({ models: [model('User', fields, { relations })] })
  expect(lines(withEnds(end), withEnds())).toEqual(['! User.stories: removed'])
  expect(lines(withEnds({ ...end, many: false }), withEnds(end))).toEqual(['! User.stories: now a list'])
})

test('reports fields that become unique together, but not a group whose fields were renamed', () => {
  const of = (names: readonly string[], unique: boolean, renamedFrom: string | null = null): Service => ({
    ...sampleService(),
    models: [
      model(
        'Story',
        [field('id', 'id_field'), ...names.map((name) => field(name, 'string', { renamedFrom }))],
        {
          groups: [{ names, unique }],
        },
      ),
    ],
  })
  expect(lines(of(['a', 'b'], false), of(['a', 'b'], true))).toEqual(['! Story: now unique: a, b'])
  expect(lines(of(['a', 'b'], true), of(['a', 'b'], false))).toEqual(['  Story: no longer unique: a, b'])
  expect(lines(of(['b', 'a'], true), of(['a', 'c'], true, 'b'))).toEqual(['! Story.c: renamed from b'])
})

test('reports the former name as removed if a field is renamed to the name of a removed field', () => {
  const before = withFields(field('code', 'string'), field('label', 'string'))
  const after = withFields(field('code', 'string', { renamedFrom: 'label' }))
  expect(lines(before, after)).toEqual(['! Story.label: removed'])
})

test('compares a renamed model with the former model, and does not report changes to references', () => {
  const fields = (...more: readonly Field[]): readonly Field[] => [field('id', 'id_field'), ...more]
  const holder = { name: 'owner', relation: 'User.stories', side: 'holder', many: false } as const
  const before = sampleService({
    auth: null,
    models: [
      model('User', fields(field('name'), field('tags', 'list'))),
      model('Story', fields(), { relations: [{ ...holder, target: 'User' }] }),
    ],
  })
  const after = sampleService({
    auth: null,
    models: [
      model('Human', fields({ ...listOf('string'), name: 'words', renamedFrom: 'tags' }), {
        renamedFrom: 'User',
      }),
      model('Story', fields(), { relations: [{ ...holder, target: 'Human' }] }),
    ],
  })
  expect(lines(before, after)).toEqual([
    '! Human: renamed from User',
    '! Human.name: removed',
    '! Human.words: renamed from tags',
    '! Human.words: type changed from list to list of string',
  ])
})

test('reports a renamed relation and changes to deletion rules', () => {
  const end = (name: string) =>
    ({ name, relation: `User.${name}`, side: 'one', target: 'Story', many: true }) as const
  const service = (name: string, onDelete: OnDelete, renamedFrom: string | null = null): Service => ({
    ...sampleService({
      models: [model('User', [field('id', 'id_field')], { relations: [end(name)] })],
    }),
    relations: [
      {
        ...relation(['User', name], ['Story', 'owner']),
        id: `User.${name}`,
        onDelete,
        renamedFrom,
      },
    ],
  })
  expect(lines(service('stories', 'nullify'), service('tales', 'restrict', 'stories'))).toEqual([
    '! User.tales: now prevents deleting the User',
    '! User.tales: renamed from stories',
  ])
  expect(lines(service('stories', 'nullify'), service('stories', 'cascade'))).toEqual([
    '! User.stories: now deleted together with the User',
  ])
  expect(lines(service('stories', 'cascade'), service('stories', 'nullify'))).toEqual([
    '  User.stories: now only unlinked when the User is deleted',
  ])
})

test('only deletion rules count of a list that nobody sees', () => {
  const service = (name: string, onDelete: OnDelete, isSeen = false): Service => {
    const end = { name, relation: `User.${name}`, side: 'one', target: 'Story', many: true } as const
    const listed = isSeen ? {} : { listed: false as const, fieldJson: { readOnly: true } }
    return {
      ...sampleService({
        models: [
          model('User', [field('id', 'id_field')], { relations: [end] }),
          model('Story', [field('id', 'id_field')]),
        ],
      }),
      relations: [relation(['User', name], ['Story', 'owner'], { onDelete, ...listed })],
    }
  }
  const [hidden, seen] = [service('stories', 'nullify'), service('stories', 'nullify', true)]
  expect(lines(hidden, service('tales', 'nullify'))).toEqual([])
  expect(lines(hidden, service('tales', 'restrict'))).toEqual([
    '! User.tales: now prevents deleting the User',
  ])
  expect(lines(seen, hidden)).toEqual(['! User.stories: removed'])
})

test('a renamed field keeps its write rule', () => {
  const rules = (name: string, readOnly: boolean) => [{ name, readOnly, writeOnce: false, writableBy: null }]
  const of = (name: string, readOnly: boolean, renamedFrom: string | null = null): Service => {
    const story = model('Story', [field('id', 'id_field'), field(name, 'integer', { renamedFrom })])
    return sampleService({ models: [{ ...story, writeRules: rules(name, readOnly) }] })
  }
  const renamed = '! Story.serial: renamed from number'
  expect(lines(of('number', true), of('serial', true, 'number'))).toEqual([renamed])
})
