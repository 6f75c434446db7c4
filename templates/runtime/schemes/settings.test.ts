import { expect, test } from 'vitest'
import { loadSettings, SettingsError } from '../settings/settings.js'
import { readSchemeSettings, type SchemeSettings } from './settings.js'

function load(values: Readonly<Record<string, string | boolean>>): SchemeSettings['providers'] {
  const options = { name: 'demo', canAuthenticate: true, secrets: [], env: {}, file: '', values }
  return loadSettings(options, (reader) =>
    readSchemeSettings(reader, { oauth: 'oauth', 'my login': 'my_login' }),
  ).providers
}

function errors(values: Readonly<Record<string, string | boolean>>): readonly string[] {
  try {
    load(values)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.errors
    throw error
  }
}

test('schemes without an issuer have no provider', () => {
  expect(load({ 'oauth.user_claim': 'email' }).size).toBe(0)
})

test('providers have defaults, and are keyed by scheme', () => {
  const values = { 'my_login.issuer': 'https://login.example.com', 'my_login.audience': 'demo' }
  expect([...load(values)]).toEqual([
    [
      'my login',
      {
        issuer: 'https://login.example.com',
        audience: 'demo',
        userClaim: 'sub',
        register: false,
        groupsClaim: undefined,
        trustEmail: false,
        localUsers: false,
      },
    ],
  ])
})

test('invalid values are reported', () => {
  expect(errors({ 'oauth.issuer': 'https://login.example.com' })).toEqual([
    'oauth.audience: is required if oauth.issuer is set, because the provider also issues tokens for other services',
  ])
  expect(
    errors({ 'oauth.issuer': 'login.example.com', 'oauth.audience': 'a', 'oauth.register': 'maybe' }),
  ).toEqual([
    'settings: oauth.issuer: must be a URL that starts with https:// or http://',
    'settings: oauth.register: must be true or false',
  ])
  expect(errors({ 'oauth.isuer': 'https://login.example.com' })).toEqual([
    'settings: oauth.isuer: unknown setting (did you mean "oauth.issuer"?)',
  ])
})
