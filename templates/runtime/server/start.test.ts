import { mkdir } from 'node:fs/promises'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { unavailable } from '../sql/postgres/dialect.js'
import { SettingsError } from '../settings/settings.js'
import { Unavailable } from '../store.js'
import { StartError, startupMessage } from './start.js'

test('the message for a port in use says how to fix it', async () => {
  const [first, second] = [fastify(), fastify()]
  const { port } = new URL(await first.listen({ host: '127.0.0.1', port: 0 }))
  const error = await second
    .listen({ host: '127.0.0.1', port: Number(port) })
    .catch((error: unknown) => error)
  expect(startupMessage(error)).toBe(
    `127.0.0.1:${port} is already in use; set a different port in service.ini or with PORT`,
  )
  await first.close()
})

test('the message for a file that cannot be written has no stack trace', async () => {
  const error = await mkdir('/dev/null/data').catch((error: unknown) => error)
  expect(startupMessage(error)).toBe("ENOTDIR: not a directory, mkdir '/dev/null/data'")
})

test('the message for an unknown host contains its name', async () => {
  const error = Object.assign(new Error('getaddrinfo ENOTFOUND nope'), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname: 'nope',
  })
  expect(startupMessage(error)).toBe('nope is an unknown host name; set host in service.ini')
})

test('messages for errors that the operator can fix have no stack trace', () => {
  expect(startupMessage(new SettingsError(['service.ini:1: a', 'SVC_B: b']))).toBe(
    'service.ini:1: a\nSVC_B: b',
  )
  expect(startupMessage(new Unavailable('no route'))).toBe('database unavailable: no route')
  expect(startupMessage(new StartError('lowercase_title is not registered'))).toBe(
    'lowercase_title is not registered',
  )
})

test('the message for a database error has no stack trace', () => {
  const wrongPassword = Object.assign(new Error('password authentication failed for user "shop"'), {
    severity: 'FATAL',
    code: '28P01',
  })
  expect(startupMessage(unavailable(wrongPassword))).toBe(
    'database unavailable: password authentication failed for user "shop"; check the user and the password in database.url',
  )
  const missing = Object.assign(new Error('no such table: story'), { code: 'SQLITE_ERROR' })
  expect(startupMessage(missing)).toBe(
    'database error: no such table: story; "npm run migrate -- status" lists the migrations',
  )
  const denied = Object.assign(new Error('not authorized on shop'), { name: 'MongoServerError', code: 13 })
  expect(startupMessage(denied)).toContain('database error: not authorized on shop')
})

test('the message for a bug has a stack trace', () => {
  expect(startupMessage(new TypeError('x is not a function'))).toContain('start.test.ts')
})
