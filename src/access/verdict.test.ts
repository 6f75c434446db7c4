import { expect, test } from 'vitest'
import type { Acl, Route } from '../ir/index.js'
import { acl, customAction, route, rule, sampleService } from '../testing/sample-service.js'
import type { Caller } from './caller.js'
import { verdictOn, verdictText } from './verdict.js'

const admin: Caller = { kind: 'group', name: 'admin' }
const anonymous: Caller = { kind: 'anonymous' }
const someone: Caller = { kind: 'authenticated' }

function verdict(rules: Acl, on: Route, caller: Caller) {
  return verdictOn({ ...on, acl: rules.id }, caller, sampleService({ acls: [rules] }))
}
const index = route('GET', '/stories', 'index')
const show = route('GET', '/stories/{id}', 'show')

test('the first matching rule decides', () => {
  const rules = acl(
    'a',
    [rule('deny', { kind: 'authenticated' }, 'view'), rule('allow', { kind: 'everyone' }, 'view')],
    null,
  )
  expect(verdict(rules, index, someone)).toEqual({ kind: 'deny' })
  expect(verdict(rules, index, anonymous)).toEqual({ kind: 'allow' })
})

test('denies access if no rule matches', () => {
  expect(verdict(acl('a', [rule('allow', { kind: 'everyone' }, 'create')], null), index, admin)).toEqual({
    kind: 'deny',
  })
})

test('on an item, item rules come before collection rules', () => {
  const rules = acl(
    'a',
    [rule('allow', { kind: 'everyone' }, 'view')],
    [rule('deny', { kind: 'group', name: 'admin' }, 'view')],
  )
  expect(verdict(rules, show, admin)).toEqual({ kind: 'deny' })
  expect(verdict(rules, show, anonymous)).toEqual({ kind: 'allow' })
  expect(verdict(rules, index, admin)).toEqual({ kind: 'allow' })
})

test('a blank collection setting allows everything on the collection, but not on an item if no rule matches', () => {
  const rules = acl('a', null, [rule('allow', { kind: 'group', name: 'admin' }, 'view')])
  expect(verdict(rules, index, anonymous)).toEqual({ kind: 'allow' })
  expect(verdict(rules, show, admin)).toEqual({ kind: 'allow' })
  expect(verdict(rules, show, anonymous)).toEqual({ kind: 'deny' })
})

test('depends on functions that come before the deciding rule', () => {
  const isOwner = rule('allow', { kind: 'callable', name: 'is_owner' }, 'view')
  const rules = acl('a', [rule('allow', { kind: 'everyone' }, 'view')], [isOwner, isOwner])
  const asked = verdict(rules, show, anonymous)
  expect(asked).toEqual({ kind: 'depends', on: ['is_owner'], otherwise: 'allow' })
  expect(verdictText(asked)).toBe('{{is_owner}}, else yes')
})

test('ignores functions for other permissions', () => {
  const rules = acl('a', null, [rule('allow', { kind: 'callable', name: 'is_owner' }, 'delete')])
  expect(verdict(rules, show, admin)).toEqual({ kind: 'deny' })
})

test('lists the functions for each permission that an action requires', () => {
  const isReader = rule('allow', { kind: 'callable', name: 'is_reader' }, 'view')
  const isOwner = rule('allow', { kind: 'callable', name: 'is_owner' }, 'view', 'update')
  const publish = customAction('POST', '/stories/{id}/publish', { acl: 'a' })
  const on = (rules: Acl) => verdictOn(publish, someone, sampleService({ acls: [rules] }))
  const both = on(acl('a', [], [isReader, isOwner]))
  expect(both).toEqual({
    kind: 'depends',
    on: ['is_reader', 'is_owner'],
    otherwise: 'deny',
    all: [
      { permission: 'view', on: ['is_reader', 'is_owner'], otherwise: 'deny' },
      { permission: 'update', on: ['is_owner'], otherwise: 'deny' },
    ],
  })
  expect(verdictText(both)).toBe('view: {{is_reader}}, {{is_owner}}, else no; update: {{is_owner}}, else no')
  expect(verdictText(on(acl('a', [], [isOwner])))).toBe('{{is_owner}}, else no')
  const everyoneViews = rule('allow', { kind: 'everyone' }, 'view')
  expect(verdictText(on(acl('a', [everyoneViews], [isOwner, isReader])))).toBe(
    'view: {{is_owner}}, {{is_reader}}, else yes; update: {{is_owner}}, else no',
  )
  expect(verdictText(on(acl('a', [], [everyoneViews, isOwner])))).toBe('{{is_owner}}, else no')
  expect(on(acl('a', [], [isReader]))).toEqual({ kind: 'deny' })
})

test('uses the collection rules when a singular sub-resource is created', () => {
  const rules = acl('a', null, [rule('deny', { kind: 'everyone' }, 'create', 'view')])
  const profile = { ...show, kind: 'singular' } as const
  expect(verdict(rules, { ...profile, method: 'POST', permission: 'create' }, admin)).toEqual({
    kind: 'allow',
  })
  expect(verdict(rules, profile, admin)).toEqual({ kind: 'deny' })
})

test('without an ACL, allows everyone or all authenticated callers', () => {
  const service = sampleService()
  expect(verdictOn({ ...show, acl: '*everyone' }, anonymous, service)).toEqual({ kind: 'allow' })
  expect(verdictOn({ ...show, acl: '*authenticated' }, anonymous, service)).toEqual({ kind: 'deny' })
  expect(verdictOn({ ...show, acl: '*authenticated' }, someone, service)).toEqual({ kind: 'allow' })
})
