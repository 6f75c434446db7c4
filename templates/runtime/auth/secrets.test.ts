import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../src/testing/temporary-folder.js'
import { readSecret } from './tickets.js'

async function source(): Promise<Parameters<typeof readSecret>[0] & { readonly told: string[] }> {
  const told: string[] = []
  const folder = join(temporaryFolder(), 'data')
  return { setting: 'auth_tkt_secret', value: undefined, folder, tell: (message) => told.push(message), told }
}

test('a secret that is set nowhere is made once, for the eyes of the service alone', async () => {
  const place = await source()
  const secret = await readSecret(place)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await readSecret(place)).toBe(secret)
  expect(place.told).toHaveLength(1)
  const [file = ''] = await readdir(place.folder)
  expect((await stat(join(place.folder, file))).mode & 0o777).toBe(0o600)
})

test('processes that start at the same time agree on one secret', async () => {
  const place = await source()
  const secrets = await Promise.all(Array.from({ length: 8 }, () => readSecret(place)))
  expect(new Set(secrets).size).toBe(1)
})

test('a secret of the settings is taken as it is', async () => {
  expect(await readSecret({ ...(await source()), value: 'sixteen letters!' })).toBe('sixteen letters!')
})

test('one that is too short is refused by its name', async () => {
  await expect(readSecret({ ...(await source()), value: 'fifteen letters' })).rejects.toThrow(
    /auth_tkt_secret.*at least 16/,
  )
})
