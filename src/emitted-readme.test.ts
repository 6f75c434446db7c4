import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { startProcess } from './conformance/process.js'
import { buildFixture, removeProject } from './conformance/service.js'
import { temporaryFolder } from './testing/temporary-folder.js'

const SHOWN_ADDRESS = 'http://127.0.0.1:3000'

describe.each(['quickstart', 'members', 'library'])('the README emitted for %s', (fixture) => {
  test('shows requests that the service accepts', async () => {
    const folder = await buildFixture(fixture, 'svc_sqla')
    const service = await startProcess(folder)
    try {
      const readme = readFileSync(join(folder, 'README.md'), 'utf8')
      const address = (text: string): string => text.replaceAll(SHOWN_ADDRESS, service.address)
      const cwd = mkdtempSync(join(temporaryFolder(), 'curl-'))
      const commands = [...readme.matchAll(/^curl .*$/gm)].map(([command]) => address(command))
      for (const command of commands) {
        const { stdout } = await execa(`${command} -s -w ' %{http_code}'`, { shell: 'bash', cwd })
        expect(stdout, command).toMatch(/ (200|201)$/)
      }
      expect(commands.length > 0).toBe(readme.includes('## Authentication'))

      const path = /^`GET (\S+)` returns a page of items/m.exec(readme)?.[1] ?? ''
      const queries = [...readme.matchAll(/^\| `([^`]*=[^`]*)` /gm)].map(([, query = '']) => query)
      expect(queries).not.toEqual([])
      const credentials = ['-b', 'cookies.txt']
      for (const query of queries) {
        const url = encodeURI(`${service.address}${path}?${query}`)
        const { stdout } = await execa('curl', ['-s', ...credentials, '-w', ' %{http_code}', url], { cwd })
        expect(stdout, query).toMatch(/ 200$/)
      }
    } finally {
      await service.stop()
      removeProject(folder)
    }
  }, 120_000)
})

test('the handler in the README emitted for quickstart compiles and runs', async () => {
  const readme = readFileSync(new URL('../snapshots/quickstart/README.md', import.meta.url), 'utf8')
  const handler = /```ts\n(import \{ registry[^`]*)```/.exec(readme)?.[1] ?? ''
  const folder = await buildFixture('quickstart', 'svc_sqla', { 'src/handlers/tidy-title.ts': handler })
  const service = await startProcess(folder)
  const create = (title: string): Promise<Response> =>
    fetch(`${service.address}/v1/stories`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    })
  try {
    expect(await (await create(' A story ')).json()).toMatchObject({ title: 'A story' })
    expect(await (await create('  ')).json()).toMatchObject({
      status: 422,
      detail: '"title" must not be blank.',
    })
  } finally {
    await service.stop()
    removeProject(folder)
  }
}, 120_000)
