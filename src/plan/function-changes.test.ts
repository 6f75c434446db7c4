import { expect, test } from 'vitest'
import type { Field, Handler, Model } from '../ir/index.js'
import { acl, field, model, route, sampleService } from '../testing/sample-service.js'
import { functionChanges } from './function-changes.js'

const handler = (name: string, ...tags: readonly string[]): Handler => ({
  kind: 'handler',
  name,
  file: `src/handlers/${name}.ts`,
  uses: tags.map((on) => ({ model: 'Story', on })),
})
const story = (...fields: readonly Field[]): Model => model('Story', [field('id', 'id_field'), ...fields])
const serviceOf = (handlers: readonly Handler[], ...fields: readonly Field[]) =>
  sampleService({ handlers, models: [story(...fields)] })
const tidy = handler('tidy', 'before_set')

const lines = (...services: Parameters<typeof functionChanges>): readonly string[] =>
  functionChanges(...services).map(({ file, change, word }) => `${file}: ${change} (${word ?? 'fits'})`)

test('reports nothing for unchanged input or on the first run', () => {
  expect(lines(serviceOf([tidy], field('title')), serviceOf([tidy], field('title')))).toEqual([])
  expect(lines(null, serviceOf([tidy]))).toEqual([])
})

test('reports a function that no schema names', () => {
  expect(lines(serviceOf([tidy]), serviceOf([]))).toEqual([
    'src/handlers/tidy.ts: is no longer called (fits)',
  ])
})

test('suggests the new function that replaces a removed function', () => {
  expect(lines(serviceOf([tidy]), serviceOf([handler('clean', 'before_set')]))).toEqual([
    'src/handlers/tidy.ts: is no longer called; clean is called instead (fits)',
  ])
})

test('reports changes to the events of a function', () => {
  expect(lines(serviceOf([tidy]), serviceOf([handler('tidy', 'after_show')]))).toEqual([
    'src/handlers/tidy.ts: is no longer called for Story before_set (before_set)',
    'src/handlers/tidy.ts: is now also called for Story after_show (fits)',
  ])
})

test.each([
  ['is removed', [], 'Story.title was removed'],
  [
    'is renamed',
    [field('headline', 'string', { renamedFrom: 'title' })],
    'Story.title was renamed to headline',
  ],
  ['has a different type', [field('title', 'integer')], 'Story.title changed from string to integer'],
])('reports a field that %s', (_name, fields, change) => {
  expect(lines(serviceOf([tidy], field('title')), serviceOf([tidy], ...fields))).toEqual([
    `src/handlers/tidy.ts: ${change} (title)`,
  ])
})

test('ignores a new field', () => {
  expect(lines(serviceOf([tidy]), serviceOf([tidy], field('title')))).toEqual([])
})

test('reports a relation that becomes a list', () => {
  const owner = {
    name: 'owner',
    relation: 'User.stories',
    side: 'holder',
    target: 'User',
  } as const
  const withOwner = (many: boolean) =>
    sampleService({
      handlers: [tidy],
      models: [model('Story', [field('id', 'id_field')], { relations: [{ ...owner, many }] })],
    })
  expect(lines(withOwner(false), withOwner(true))).toEqual([
    'src/handlers/tidy.ts: Story.owner changed from one User to a list of User (owner)',
  ])
})

test('reports changes to the fields of items that a principal receives', () => {
  const principal: Handler = {
    kind: 'principal',
    name: 'is_owner',
    file: 'src/principals/is-owner.ts',
    uses: [{ model: null, on: 'owned' }],
  }
  const guarded = (...fields: readonly Field[]) =>
    sampleService({
      handlers: [principal],
      models: [story(...fields)],
      acls: [acl('owned', null, null)],
      routes: [route('GET', '/stories/{id}', 'show', { acl: 'owned' })],
    })
  expect(lines(guarded(field('owner')), guarded())).toEqual([
    'src/principals/is-owner.ts: Story.owner was removed (owner)',
  ])
})

test('does not report renamed fields and models as other uses of a function', () => {
  const writers = (id: string, name: string, renamedFrom: { id: string; name: string } | null) => {
    const is = {
      kind: 'principal',
      name: 'is_admin',
      file: 'src/principals/is-admin.ts',
      uses: [{ model: id, on: name }],
    } as const
    const uses = ['before_set', 'after_show'].map((on) => ({ model: id, on }))
    const project = {
      name: 'project',
      relation: 'Project.issues',
      side: 'holder',
      many: false,
    } as const
    return sampleService({
      handlers: [{ ...tidy, uses }, is],
      models: [
        model(
          id,
          [field('id', 'id_field'), field(name, 'integer', { renamedFrom: renamedFrom?.name ?? null })],
          {
            renamedFrom: renamedFrom?.id ?? null,
            relations: [{ ...project, target: id }],
          },
        ),
      ],
    })
  }
  const before = writers('Issue', 'prio', null)
  expect(lines(before, writers('Ticket', 'priority', { id: 'Issue', name: 'prio' }))).toEqual([
    'src/handlers/tidy.ts: Issue was renamed to Ticket (fits)',
    'src/handlers/tidy.ts: Ticket.prio was renamed to priority (prio)',
    'src/principals/is-admin.ts: Issue was renamed to Ticket (fits)',
    'src/principals/is-admin.ts: Ticket.prio was renamed to priority (prio)',
  ])
  expect(lines(before, writers('Issue', 'priority', { id: 'Old', name: 'prio' }))).toEqual([
    'src/handlers/tidy.ts: Issue.prio was renamed to priority (prio)',
    'src/principals/is-admin.ts: Issue.prio was renamed to priority (prio)',
  ])
})

test('compares the functions of a renamed model with those of the former model', () => {
  const tagged = (id: string, name: string, renamedFrom: string | null) =>
    sampleService({
      handlers: [{ ...handler(name), uses: [{ model: id, on: 'before_set' }] }],
      models: [model(id, [field('id', 'id_field')], { renamedFrom })],
    })
  expect(lines(tagged('Story', 'tidy', null), tagged('Tale', 'clean', 'Story'))).toEqual([
    'src/handlers/tidy.ts: is no longer called; clean is called instead (fits)',
  ])
})
