import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'

let box: Sandbox
beforeEach(async () => {
  box = makeSandbox()
  await box.run('init ./api')
  await generate()
})
afterEach(() => box.end())

async function generate(options = '') {
  const { exit, out } = await box.run(`generate ./api/api.raml -o ./out --json${options}`)
  const result = JSON.parse(out)
  const codes: string[] = result.diagnostics.map(({ code }: { code: string }) => code)
  return { exit, codes, messages: result.diagnostics.map(({ message }: { message: string }) => message) }
}

const editStory = (from: string | RegExp, to: string): void =>
  box.write('api/schemas/story.json', box.read('api/schemas/story.json').replace(from, to))
const addField = (name: string, settings = '"type": "string"', more = ''): void =>
  editStory('"properties": {', `"properties": { "${name}": { "_db_settings": { ${settings} }${more} },`)
const migrations = (): string[] =>
  Object.keys(box.files('out'))
    .filter((path) => path.startsWith('migrations/') && path.endsWith('.sqlite.sql'))
    .map((path) => path.slice('migrations/'.length, -'.sqlite.sql'.length))
const sql = (name: string): string => box.read(`out/migrations/${name}.sqlite.sql`)

test('warns about a required field without a value for existing rows, and plan shows the value that rows get', async () => {
  addField('state', '"type": "string", "required": true')
  addField('rank', '"type": "integer", "required": true', ', "_backfill": 7')
  addField('at', '"type": "datetime", "required": true, "default": "{{datetime.datetime.utcnow}}"')
  const { out } = await box.run('plan ./api/api.raml -o ./out')
  expect(out).toContain('existing rows get')
  expect(out).toMatch(/add column story\.at +the time of the migration\n/)
  expect(out).toMatch(/add column story\.rank +7\n/)
  expect(out).toMatch(/add column story\.state +no value; "migrate" fails if any row has none\n/)
  const { exit, codes, messages } = await generate()
  expect([exit, codes]).toEqual([0, ['SVC7024']])
  expect(messages[0]).toContain('Story.state becomes required')
})

test('warns about removed choices, and plan shows what happens to existing rows', async () => {
  addField('kind', '"type": "choice", "choices": ["news", "essay", "note"]')
  addField('mood', '"type": "choice", "choices": ["good", "bad"]')
  await generate()
  editStory('"news", "essay", "note"', '"news"')
  editStory('"choices": ["good", "bad"] } }', '"choices": ["good"] }, "_backfill": "good" }')
  const { out } = await box.run('plan ./api/api.raml -o ./out')
  expect(out).toMatch(/column story\.kind +"migrate" fails if any row has "essay" or "note"\n/)
  expect(out).toMatch(/column story\.mood +"good" instead of "bad"\n/)
  const { exit, codes, messages } = await generate()
  expect([exit, codes]).toEqual([0, ['SVC7026']])
  expect(messages[0]).toContain('Story.kind')
})

test('reports data loss and missing values with their location in the schema', async () => {
  const places = async () => {
    const { out } = await box.run('generate ./api/api.raml -o ./out --json')
    const { diagnostics }: { diagnostics: readonly { code: string; file: string; line: number }[] } =
      JSON.parse(out)
    return diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`)
  }
  addField('rank')
  await generate()
  const line = box.read('api/schemas/story.json').split('"rank"')[0]?.split('\n').length
  editStory(/("rank": .*?)"string"/, '$1"integer"')
  expect(await places()).toEqual([`SVC7016 schemas/story.json:${line}`])
  editStory(/"rank": .*?\} \},/, '')
  expect(await places()).toEqual(['SVC7016 schemas/story.json:1'])
  await generate(' --allow-destructive')
  addField('rank', '"type": "integer", "required": true')
  expect(await places()).toEqual([`SVC7024 schemas/story.json:${line}`])
})

test('warns about a relationship that becomes required', async () => {
  editStory('"ref_column_type": "string"', '"ref_column_type": "string", "required": true')
  expect((await generate()).messages[0]).toContain('Story.owner_id becomes required')
})

test('amends the newest migration with later changes, even after renames', async () => {
  addField('state')
  editStory('"text": {', '"body": { "_renamed_from": "text",')
  await generate()
  expect(migrations()).toEqual(['0001_initial', '0002_change-story'])
  editStory('"_renamed_from": "text",', '')
  addField('rank', '"type": "integer"')
  expect((await generate(' --amend')).codes).toEqual([])
  expect(migrations()).toEqual(['0001_initial', '0002_change-story'])
  expect(sql('0002_change-story')).toContain(
    '--   rename column story.text to body\n--   add column story.rank\n--   add column story.state\n',
  )
  expect((await generate(' --amend')).codes).toEqual([])
  editStory('"body": {', '"content": { "_renamed_from": "body",')
  await generate(' --amend')
  expect(sql('0002_change-story')).toContain('--   rename column story.text to content\n')
})

test('amends a rename by adding a field with the former name', async () => {
  editStory('"text": {', '"body": { "_renamed_from": "text",')
  await generate()
  editStory('"_renamed_from": "text",', '')
  addField('text')
  expect((await generate(' --amend')).codes).toEqual([])
  const [up = '', down = ''] = sql('0002_change-story').split('-- migrate:down')
  expect(up).toContain('RENAME COLUMN "text" TO "body"')
  expect(down).toContain('-- destructive: story.text the column')
  expect(down).toContain('RENAME COLUMN "text" TO "_svc_removed_text"')
  expect(down).toContain('RENAME COLUMN "body" TO "text"')
})

test('amends a migration if only a backfill value was added', async () => {
  addField('state', '"type": "string", "required": true')
  await generate()
  expect(sql('0002_add-story-state')).toContain('-- no value: Story.state SELECT count(*) FROM "story"\n')
  editStory('"required": true } },', '"required": true }, "_backfill": "draft" },')
  expect((await generate(' --amend')).codes).toEqual([])
  expect(migrations()).toEqual(['0001_initial', '0002_add-story-state'])
  expect(sql('0002_add-story-state')).not.toContain('-- no value')
  expect(sql('0002_add-story-state')).toContain("'draft'")
})

test('amends the initial migration', async () => {
  addField('state')
  await generate(' --amend')
  expect(migrations()).toEqual(['0001_initial'])
  expect(sql('0001_initial')).toContain('"state" TEXT')
})

test('removes an amended migration if nothing is left to change, and later adds a new migration', async () => {
  addField('state')
  await generate()
  editStory(/"state": \{ "_db_settings": \{ "type": "string" \} \},/, '')
  expect((await generate(' --amend')).codes).toEqual([])
  expect(migrations()).toEqual(['0001_initial'])
  addField('rank', '"type": "integer"')
  await generate(' --amend')
  expect(migrations()).toEqual(['0001_initial', '0002_add-story-rank'])
})

test('removes an amended migration if the field that it drops is back in the schema', async () => {
  const before = box.read('api/schemas/story.json')
  editStory(/"text": \{[^}]*\}\s*\},/, '')
  expect((await generate()).codes).toEqual(['SVC7016'])
  await generate(' --allow-destructive')
  expect(migrations()).toEqual(['0001_initial', '0002_drop-story-text'])
  box.write('api/schemas/story.json', before)
  await generate(' --amend')
  expect(migrations()).toEqual(['0001_initial'])
})

test('does not amend a migration that was edited, and reports this', async () => {
  addField('state')
  await generate()
  box.write('out/migrations/0002_add-story-state.sqlite.sql', `${sql('0002_add-story-state')}-- mine\n`)
  expect((await generate(' --amend')).codes).toEqual([])
  addField('rank', '"type": "integer"')
  const { exit, codes, messages } = await generate(' --amend')
  expect([exit, codes]).toEqual([0, ['SVC7025']])
  expect(messages[0]).toContain('was edited by hand')
  expect(migrations()).toEqual(['0001_initial', '0002_add-story-state', '0003_add-story-rank'])
})

test('plan --exit-code returns a separate code for changes that lose data', async () => {
  const exit = async (): Promise<number> => (await box.run('plan ./api/api.raml -o ./out --exit-code')).exit
  expect(await exit()).toBe(0)
  addField('state')
  expect(await exit()).toBe(2)
  editStory(/"text": \{[^}]*\}\s*\},/, '')
  expect(await exit()).toBe(4)
  expect((await box.run('plan ./api/api.raml -o ./out')).exit).toBe(0)
})

test('creates the column for item rules with database_acls, and drops it only with --allow-destructive', async () => {
  const api = fileURLToPath(new URL('../../fixtures/accounts/api.raml', import.meta.url))
  const run = async (options = '') => (await box.run(`generate ${api} -o ./accounts${options}`)).exit
  const rules = (): string[] =>
    Object.entries(box.files('accounts'))
      .filter(([path, text]) => path.endsWith('.sqlite.sql') && text.includes('"_acl"'))
      .map(([path]) => path.slice('migrations/'.length, 'migrations/0000'.length))
  const settings = box.read.bind(box, 'accounts/service.ini')
  await run()
  expect(rules()).toEqual([])
  expect(settings()).toContain('\n#database_acls = false\n')
  box.write('accounts/service.ini', settings().replace('#database_acls = false', 'database_acls = true'))
  expect(await run()).toBe(0)
  expect(rules()).toEqual(['0002'])
  expect(box.read('accounts/src/generated/settings.ts')).toContain('databaseAcls: true')
  box.write('accounts/service.ini', settings().replace('database_acls = true', 'database_acls = false'))
  expect(await run()).toBe(1)
  expect(await run(' --allow-destructive')).toBe(0)
  expect(rules()).toEqual(['0002', '0003'])
})
