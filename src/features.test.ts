import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FEATURE_NAMES, FEATURES, type FeatureName } from './features.js'
import type { Engine } from './ir/index.js'
import { checkProject, projectsFolder, writeFiles } from './testing/check-project.js'
import { emitFixture } from './testing/emit-fixture.js'
import { temporaryFolder } from './testing/temporary-folder.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ENGINES: readonly Engine[] = ['svc_sqla', 'svc_mongodb']
const scratch = projectsFolder()

/** No feature, each one alone, and all of them. */
const LISTS: readonly (readonly FeatureName[])[] = [[], ...FEATURE_NAMES.map((name) => [name]), FEATURE_NAMES]

const CASES = ENGINES.flatMap((engine) =>
  LISTS.filter(
    (list) => list.length !== 1 || list.every((name) => (FEATURES[name].engine ?? engine) === engine),
  ).map((list) => [engine, list.join(', ') || 'no feature', list] as const),
)

/** The projects whose database is available: the tests of emitted projects for MongoDB need a server. */
const TESTABLE = CASES.filter(([engine]) => {
  const isTestable = engine === 'svc_sqla' || (process.env['TEST_MONGODB_URL'] ?? '') !== ''
  if (!isTestable) console.log(`not tested with features: ${engine}, because TEST_MONGODB_URL is not set`)
  return isTestable
})

test.each(TESTABLE)(
  'a project for %s with %s type-checks and passes its own tests',
  async (engine, name, list) => {
    // A smaller API is enough for a single feature.
    const fixture = list.includes('accounts') ? 'logins' : 'quickstart'
    const { files } = await emitFixture(join(ROOT, 'fixtures', fixture), engine, list)
    const folder = join(scratch, `features-${engine}-${name.replaceAll(/\W+/g, '-')}`)
    writeFiles(folder, files)
    const code = join(ROOT, 'fixtures', fixture, 'code')
    if (existsSync(code)) cpSync(code, folder, { recursive: true })
    // Whatever the owner has set, the tests pass.
    await checkProject(folder, list.includes('accounts') ? { SVC_ACCOUNTS_VERIFY: 'required' } : {})
  },
  240_000,
)

test.each(ENGINES)('a project for %s mentions none of the features that it leaves out', async (engine) => {
  const { files } = await emitFixture(join(ROOT, 'fixtures/accounts'), engine)
  const imported = [...files]
    .filter(([path]) => path.startsWith('src/') || path === 'package.json')
    .flatMap(([path, text]) =>
      FEATURE_NAMES.filter((name) => new RegExp(`from '[^']*/${name}/|"${packagesOf(name)}"`).test(text)).map(
        (name) => `${path}: ${name}`,
      ),
    )
  expect(imported).toEqual([])
})

test('the README shows the routes and files of features, and only features that the API can have', async () => {
  const readmeOf = async (fixture: string, list: readonly FeatureName[]): Promise<string> => {
    const { files } = await emitFixture(join(ROOT, 'fixtures', fixture), 'svc_sqla', list)
    return files.get('README.md') ?? ''
  }
  const readme = await readmeOf('logins', ['accounts'])
  expect(readme).toContain('`POST /v1/auth/change_password`')
  expect(readme).toMatch(/^\| `src\/mail.ts` +\| you: /m)
  expect(readme).toMatch(/^\| `src\/jobs\/` +\| you: /m)
  expect(readme).toContain('This project has the features `accounts` and `jobs`. To add one, such as `data`,')
  expect(await readmeOf('logins', ['data'])).toContain('This project has the feature `data`.')
  expect(await readmeOf('logins', [])).toContain('To add one, such as `accounts`,')
  expect(await readmeOf('deletion', [])).toContain('To add one, such as `data`,')
})

test('a model can have the name of the type that accounts export', async () => {
  const folder = temporaryFolder()
  const schema = '{type: object, properties: {id: {x-db-settings: {type: id_field, primary_key: true}}}}'
  writeFiles(
    folder,
    new Map([
      [
        'api.yaml',
        `openapi: 3.1.0
info: {title: Mails, version: '1'}
security: [{session: []}]
paths: {}
components:
  schemas: {Mail: ${schema}}
  securitySchemes: {session: {type: apiKey, in: cookie, name: mails, x-ticket: {secret: s, hashalg: sha512}}}
`,
      ],
    ]),
  )
  const { files } = await emitFixture(folder, 'svc_sqla', ['accounts'])
  const index = files.get('src/generated/index.ts') ?? ''
  expect(index).toContain(
    "export type { Mail, MailCreate, MailDocument, MailFields, MailUpdate, MailWhere } from './models/mail.js'",
  )
  expect(index).toContain("export type { Mail as SvcMail } from './runtime/accounts/mail.js'")
})

test('every feature has a folder in the runtime', () => {
  const folders = readdirSync(join(ROOT, 'templates/runtime'))
  expect(FEATURE_NAMES.filter((name) => !folders.includes(name))).toEqual([])
})

function packagesOf(name: FeatureName): string {
  const packages = Object.keys(FEATURES[name].dependencies)
  return packages.length === 0 ? 'no package' : packages.join('"|"')
}
