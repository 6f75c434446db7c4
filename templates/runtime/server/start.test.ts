import { mkdir } from 'node:fs/promises'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { SettingsError } from '../settings/settings.js'
import { Unavailable } from '../store.js'
import { StartError, whyNotStarted } from './start.js'

test('a port in use is told with the way out', async () => {
  const [first, second] = [fastify(), fastify()]
  const { port } = new URL(await first.listen({ host: '127.0.0.1', port: 0 }))
  const error = await second
    .listen({ host: '127.0.0.1', port: Number(port) })
    .catch((error: unknown) => error)
  expect(whyNotStarted(error)).toBe(
    `127.0.0.1:${port} is in use by another process; set another port by PORT or in service.ini`,
  )
  await first.close()
})

test('a file that may not be written is told without a stack', async () => {
  const error = await mkdir('/dev/null/data').catch((error: unknown) => error)
  expect(whyNotStarted(error)).toBe("ENOTDIR: not a directory, mkdir '/dev/null/data'")
})

test('a host that does not exist is told by its name', async () => {
  const error = Object.assign(new Error('getaddrinfo ENOTFOUND nope'), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname: 'nope',
  })
  expect(whyNotStarted(error)).toBe('nope is no address that can be found; set host in service.ini')
})

test('faults that a person can mend are told without a stack', () => {
  expect(whyNotStarted(new SettingsError(['service.ini:1: a', 'SVC_B: b']))).toBe(
    'service.ini:1: a\nSVC_B: b',
  )
  expect(whyNotStarted(new Unavailable('no route'))).toBe('the database cannot be used: no route')
  expect(whyNotStarted(new StartError('lowercase_title is not registered'))).toBe(
    'lowercase_title is not registered',
  )
})

test('a fault of the code is told with the place where it is', () => {
  expect(whyNotStarted(new TypeError('x is not a function'))).toContain('start.test.ts')
})
