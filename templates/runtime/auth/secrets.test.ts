import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../src/testing/temporary-folder.js'
import { readSecret } from '../sessions/ticket-seal.js'

const SETTING = 'auth_tkt_secret'

interface Place {
  readonly folder: string
  readonly warnings: string[]
  read(secret?: string): Promise<string>
}

function place(): Place {
  const warnings: string[] = []
  const folder = temporaryFolder()
  return {
    folder,
    warnings,
    read: (secret) =>
      readSecret(SETTING, { secrets: secret === undefined ? {} : { [SETTING]: secret }, folder }, (message) =>
        warnings.push(message),
      ),
  }
}

test('a missing secret is generated once and stored in a file that only the service can read', async () => {
  const { folder, warnings, read } = place()
  const secret = await read()
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await read()).toBe(secret)
  expect(warnings).toHaveLength(1)
  const [file = ''] = await readdir(join(folder, 'data'))
  expect((await stat(join(folder, 'data', file))).mode & 0o777).toBe(0o600)
})

test('processes starting at the same time share one secret', async () => {
  const { read } = place()
  const secrets = await Promise.all(Array.from({ length: 8 }, () => read()))
  expect(new Set(secrets).size).toBe(1)
})

test('a secret in the settings is used unchanged', async () => {
  expect(await place().read('sixteen letters!')).toBe('sixteen letters!')
})

test('a secret that is too short is rejected, and the error names its setting', async () => {
  await expect(place().read('fifteen letters')).rejects.toThrow(/auth_tkt_secret.*at least 16/)
})
