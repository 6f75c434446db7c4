import { createServer } from 'node:http'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { readVersion } from '../version.js'
import { noticeUpdate } from './update-notice.js'

let close: () => void = () => {}
afterEach(() => close())

/** Starts a registry, and returns a function that runs the check and returns what it prints. */
async function startRegistry(respond: () => string | null = () => '{"version":"99.1.0"}') {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const body = respond()
    if (body !== null) response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const cache = temporaryFolder()
  const usual = {
    SVCGEN_CHECK_UPDATES: '1',
    XDG_CACHE_HOME: cache,
    npm_config_registry: `http://127.0.0.1:${port}/npm`,
  }
  const check = async (env: NodeJS.ProcessEnv = {}, argv: readonly string[] = [], showsProgress = true) => {
    let printed = ''
    await noticeUpdate(argv, { showsProgress, err: (text) => void (printed += text) }, { ...usual, ...env })
    return printed
  }
  return { check, requests, stamp: join(cache, 'svcgen/checked') }
}

test('prints the newer version once a day', async () => {
  const { check, requests, stamp } = await startRegistry()
  expect(await check()).toBe(`svcgen 99.1.0 is available; this is ${readVersion()}\n`)
  expect(await check()).toBe('')
  expect(requests).toEqual(['/npm/svcgen/latest'])
  const yesterday = Date.now() / 1000 - 24 * 60 * 60 - 1
  utimesSync(stamp, yesterday, yesterday)
  expect(await check()).toContain('99.1.0')
})

test('sends no request unless the user asked for it on a terminal outside of CI', async () => {
  const { check, requests } = await startRegistry()
  expect(await check({ SVCGEN_CHECK_UPDATES: undefined })).toBe('')
  expect(await check({ CI: 'true' })).toBe('')
  expect(await check({}, ['plan', '--json'])).toBe('')
  expect(await check({}, ['generate', '--quiet'])).toBe('')
  expect(await check({}, [], false)).toBe('')
  expect(requests).toEqual([])
})

test.each([
  ['the current version', () => JSON.stringify({ version: readVersion() })],
  ['an older version', () => '{"version":"0.0.1"}'],
  ['a version with control characters', () => '{"version":"99.1.0\\u001b[2J"}'],
  ['an error', () => '<html>'],
  ['no response', () => null],
])('prints nothing for %s', async (_name, respond) => {
  const { check, requests } = await startRegistry(respond)
  expect(await check()).toBe('')
  expect(requests).toHaveLength(1)
})

test('prints nothing if the registry cannot be reached', async () => {
  const { check } = await startRegistry()
  close()
  expect(await check()).toBe('')
})
