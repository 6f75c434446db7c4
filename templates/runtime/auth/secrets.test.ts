import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../src/testing/temporary-folder.js'
import { readSecret } from './ticket-seal.js'

async function source(): Promise<Parameters<typeof readSecret>[0] & { readonly warnings: string[] }> {
  const warnings: string[] = []
  const folder = join(temporaryFolder(), 'data')
  return {
    setting: 'auth_tkt_secret',
    value: undefined,
    folder,
    warn: (message) => warnings.push(message),
    warnings,
  }
}

test('a missing secret is generated once and stored in a file that only the service can read', async () => {
  const place = await source()
  const secret = await readSecret(place)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await readSecret(place)).toBe(secret)
  expect(place.warnings).toHaveLength(1)
  const [file = ''] = await readdir(place.folder)
  expect((await stat(join(place.folder, file))).mode & 0o777).toBe(0o600)
})

test('processes starting at the same time share one secret', async () => {
  const place = await source()
  const secrets = await Promise.all(Array.from({ length: 8 }, () => readSecret(place)))
  expect(new Set(secrets).size).toBe(1)
})

test('a secret in the settings is used unchanged', async () => {
  expect(await readSecret({ ...(await source()), value: 'sixteen letters!' })).toBe('sixteen letters!')
})

test('a secret that is too short is rejected, and the error names its setting', async () => {
  await expect(readSecret({ ...(await source()), value: 'fifteen letters' })).rejects.toThrow(
    /auth_tkt_secret.*at least 16/,
  )
})
