import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { startProcess } from './process.js'
import { buildFixture, removeProject } from './service.js'
import { userCode } from './user-code.js'

/** A script as cron starts it. */
const SCRIPT = `
import { openModels } from './generated/index.js'

const { models, close } = await openModels()
console.log(await models.user.count())
await close()
`

let folder: string
beforeAll(async () => {
  folder = await buildFixture('members', 'svc_sqla', { ...userCode('members'), 'src/script.ts': SCRIPT })
})
afterAll(() => removeProject(folder))

it('a project uses its own settings, database, secret and migrations, whatever the working directory is', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'service.ini'), 'auth = false\nunknown = 1\n')
  const env = { SVC_DATABASE_URL: 'sqlite:db/own.db' }
  const service = await startProcess(folder, env, cwd)
  const user = { username: 'ada', email: 'ada@example.com', password: 'a good password' }
  const registered = await fetch(`${service.address}/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  })
  expect(registered.status).toBe(201)
  expect(await service.stop()).toBe(0)
  const run = async (script: string, ...args: readonly string[]): Promise<string> =>
    (await execa(process.execPath, [join(folder, 'dist/src', script), ...args], { cwd, env })).stdout
  expect(await run('script.js')).toBe('1')
  expect(await run('generated/migrate.js', 'status')).toMatch(/^applied +0001/)
  expect(readdirSync(cwd)).toEqual(['service.ini'])
  expect(existsSync(join(folder, 'db/own.db'))).toBe(true)
  expect(readdirSync(join(folder, 'data'))).toEqual([expect.stringMatching(/\.secret$/)])
})
