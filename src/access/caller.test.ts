import { expect, test } from 'vitest'
import { acl, rule, sampleService } from '../testing/sample-service.js'
import { securedService } from '../testing/secured-service.js'
import { callersOf, callerText, parseCaller } from './caller.js'

test('returns the callers that rules distinguish, and parses each of them', () => {
  const bob = rule('allow', { kind: 'user', name: 'bob' }, 'view')
  const staff = rule('deny', { kind: 'group', name: 'staff' }, 'view')
  const service = sampleService({ acls: [acl('a', [bob, staff], null)] })
  const texts = callersOf(service).map(callerText)
  expect(texts).toEqual(['everyone', 'authenticated', 'g:staff', 'bob'])
  expect(texts.map((text) => parseCaller(text, service))).toEqual(callersOf(service))
})

test('returns only the anonymous caller if the service has no authentication', () => {
  expect(callersOf(sampleService({ auth: null, acls: [] })).map(callerText)).toEqual(['everyone'])
})

test('parses a bare name as a group if the auth model has that group, otherwise as a user', () => {
  const service = securedService()
  expect(parseCaller('admin', service)).toEqual({ kind: 'group', name: 'admin' })
  expect(parseCaller('mallory', service)).toEqual({ kind: 'user', name: 'mallory' })
  expect(parseCaller('anonymous', service)).toEqual({ kind: 'anonymous' })
})
