import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emitFixture } from '../../testing/emit-fixture.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'

async function filesFor(document: string): Promise<ReadonlyMap<string, string>> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'api.yaml'), document)
  return (await emitFixture(folder)).files
}

const SCHEME = 'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }'
const post = (security: string): string =>
  `paths: { /jobs: { post: { ${security}responses: { '204': { description: Done } } } } }`

it.each([
  ['security: [{ key: [] }], ', true],
  ['', false],
])('service.ini switches authentication on if an operation has "%s"', async (security, expected) => {
  const files = await filesFor(
    `openapi: 3.1.0\ninfo: { title: Jobs, version: '1' }\n${SCHEME}\n${post(security)}\n`,
  )
  expect(/^auth = true$/m.test(files.get('service.ini') ?? '')).toBe(expected)
})

it('the heading of the README contains no HTML, link or line break of the title', async () => {
  const title = JSON.stringify('Jobs\n::error::x <img src=x onerror=alert(1)> [y](javascript:alert(1))')
  const files = await filesFor(
    `openapi: 3.1.0\ninfo: { title: ${title}, version: '1' }\n${SCHEME}\n${post('')}\n`,
  )
  const [heading] = (files.get('README.md') ?? '').split('\n')
  expect(heading).toBe('# Jobs ::error::x \\<img src=x onerror=alert(1)> \\[y\\](javascript:alert(1))')
})

it('the URLs in the README are no code, commands or HTML', async () => {
  const url = `/v1'"$(id);<b>\`\\`
  const files = await filesFor(
    `openapi: 3.1.0\ninfo: { title: Jobs, version: '1' }\nservers: [{ url: ${JSON.stringify(url)} }]\n${SCHEME}\n${post('')}\n`,
  )
  const readme = files.get('README.md') ?? ''
  expect(readme).toContain('/v1%27%22%24%28id%29%3B%3Cb%3E%60%5C/jobs')
  expect(readme).not.toContain('$(id)')
  expect(files.get('src/generated/service.ts')).toContain(`'/v1\\'"$(id);<b>\`\\\\'`)
})

it('the names of fields in the README are on one line and no HTML', async () => {
  const text = `{ type: string, x-db-settings: { type: string, required: true } }`
  const key = `{ type: string, x-db-settings: { type: string, primary_key: true } }`
  const properties = `{ username: ${key}, "a\\n\`<b>": { format: email, type: string, x-db-settings: { type: string, required: true, unique: true } }, password: ${text} }`
  const session = 'session: { type: apiKey, in: cookie, name: sid, x-ticket: { secret: sid_secret } }'
  const files = await filesFor(
    `openapi: 3.1.0\ninfo: { title: Jobs, version: '1' }\n${post('')}\ncomponents: { securitySchemes: { ${session} }, schemas: { User: { type: object, x-auth-model: true, properties: ${properties} } } }\n`,
  )
  expect(files.get('README.md')).toContain("`username`, `password` and `a '<b>`")
})
