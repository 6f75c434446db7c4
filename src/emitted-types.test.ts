import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectsFolder, writeFiles } from './testing/check-project.js'
import { tsc } from './testing/compile-project.js'
import { emitApi, emitFixture } from './testing/emit-fixture.js'
import { LanguageServer } from './testing/language-server.js'
import { temporaryFolder } from './testing/temporary-folder.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const projects = projectsFolder()

/** Code for a handler in the `handlers` fixture. */
const HANDLER = `import { registry } from '../generated/index.js'

registry.add('set_item_owner', async (event) => {
  const newName = event.fields.name?.newValue
  const stories = await event.models.story.findMany({ where: { name: newName }, include: { owner: true } })
  const [story] = stories
  const owner = story?.owner
  const created = await event.models.story.create({ data: { name: 'a' } })
  const caller = event.user
  return [owner, created, caller]
})
`

describe('hovering in an emitted project', () => {
  const servers: LanguageServer[] = []
  const open = async (
    fixture: string,
    code: Readonly<Record<string, string>> = {},
  ): Promise<LanguageServer> => {
    const { files } = await emitFixture(join(ROOT, 'fixtures', fixture))
    const folder = join(projects, fixture)
    writeFiles(folder, new Map([...files, ...Object.entries(code)]))
    const server = await LanguageServer.start(folder)
    servers.push(server)
    return server
  }
  let handlers: LanguageServer
  let members: LanguageServer
  beforeAll(async () => {
    handlers = await open('handlers', { 'src/handlers/set-item-owner.ts': HANDLER })
    members = await open('members')
  })
  afterAll(() => {
    for (const server of servers) server.stop()
  })

  it("shows the model's types in routes", async () => {
    const shown = await members.hover('src/generated/routes/stories.ts', [
      'const rows ',
      'const documents ',
      'const data ',
      'const count ',
      'const story ',
      'const document ',
      'const changed ',
    ])
    expect(shown).toEqual([
      'const rows: Story[]',
      'const documents: StoryDocument[]',
      'const data: StoryUpdate',
      'const count: number',
      'const story: Story',
      'const document: StoryDocument',
      'const changed: Story',
    ])
  })

  it("shows the model's types in routes with handlers", async () => {
    const shown = await handlers.hover('src/generated/routes/stories.ts', [
      'const page ',
      'async (data',
      'const story ',
      'create(session, request, event.data',
      'const document ',
      'update(session, request, story, event.data',
    ])
    expect(shown).toEqual([
      'const page: ResponsePage<StoryDocument>',
      '(parameter) data: StoryCreate',
      'const story: Story',
      '(accessor) ActionEvent<StoryCreate>.data: StoryCreate',
      'const document: StoryDocument',
      '(accessor) ActionEvent<StoryUpdate>.data: StoryUpdate',
    ])
  })

  it("shows the model's types in its repository and in the service", async () => {
    expect(
      await members.hover('src/generated/repositories/story.ts', ['export type StoryRepository']),
    ).toEqual(['type StoryRepository = Repository<StoryTypes>'])
    expect(await members.hover('src/generated/service.ts', ['readonly stories'])).toEqual([
      '(property) Service.stories: Resource<StoryTypes>',
    ])
  })

  it("shows the model's types in a handler", async () => {
    const names = ['const newName', 'const [story', 'const owner', 'const created', 'const caller']
    expect(await handlers.hover('src/handlers/set-item-owner.ts', names)).toEqual([
      'const newName: string | undefined',
      'const story: (Omit<Story, "owner"> & {\n    owner: User | null;\n}) | undefined',
      'const owner: User | null | undefined',
      'const created: Story',
      'const caller: Caller | undefined',
    ])
  })

  it('shows named types of choices', async () => {
    const names = ['export const userGroups', 'export type UserGroup']
    expect(await members.hover('src/generated/models/user.ts', names)).toEqual([
      'const userGroups: readonly ["admin", "editor", "guest", "user"]',
      'type UserGroup = "admin" | "editor" | "guest" | "user"',
    ])
  })
})

describe('the types of a large API', () => {
  /**
   * Returns the number of type instantiations, a measure of the compiler's work that does not depend on the machine.
   */
  const instantiations = async (models: number): Promise<number> => {
    const api = writeApi(models)
    const { files, diagnostics } = await emitApi(api, 'svc_sqla')
    expect(diagnostics).not.toContain(' - error ')
    const folder = join(projects, `models-${models}`)
    writeFiles(folder, files)
    const options = ['--noEmit', '--incremental', 'false', '--extendedDiagnostics']
    const { stdout, failed } = await tsc(folder, options)
    expect(failed, stdout).toBe(false)
    return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1])
  }

  it('compile with 100 models and 300 handlers, in time proportional to the size of the API', async () => {
    const half = await instantiations(50)
    expect(await instantiations(100)).toBeLessThan(2.2 * half)
  }, 120_000)
})

const TAGS = ['before_create', 'after_set', 'before_set', 'before_delete', 'after_show', 'after_index']

/**
 * Writes an API in which each model has dicts, choices and three handlers, and the models are related in a circle.
 * Returns the API's path.
 */
function writeApi(models: number): string {
  const folder = temporaryFolder()
  const names = Array.from({ length: models }, (_, index) => `${letters(index)}things`)
  mkdirSync(folder, { recursive: true })
  const resources = names.map((name, index) => {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(schemaOf(names, index)))
    const body = `\n    body:\n      application/json:\n        schema: !include ${name}.json`
    return `/${name}:\n  get:\n  post:${body}\n  patch:\n  delete:\n  /{id}:\n    get:\n    patch:\n    put:\n    delete:\n`
  })
  const api = join(folder, 'api.raml')
  writeFileSync(
    api,
    `#%RAML 0.8\ntitle: Large\nversion: v1\nmediaType: application/json\n${resources.join('')}`,
  )
  return api
}

function letters(index: number): string {
  return [Math.floor(index / 26), index % 26].map((place) => String.fromCharCode(97 + place)).join('')
}

function schemaOf(names: readonly string[], index: number): object {
  const handlers = [0, 1, 2].map((n) => [
    TAGS[(index + n) % TAGS.length],
    [`handler_${(index * 3 + n * 4) % (names.length * 3)}`],
  ])
  const dict = { a: { type: 'string' }, b: { type: 'object', properties: { c: { type: 'integer' } } } }
  const fields = [0, 1, 2, 3].flatMap((n): [string, object][] => [
    [
      `state${n}`,
      { type: 'string', _db_settings: { type: 'choice', choices: [`open${n}`, 'closed', `x${index}`] } },
    ],
    [`meta${n}`, { type: ['object', 'null'], properties: dict, _db_settings: { type: 'dict' } }],
    [`text${n}`, { type: ['string', 'null'], _db_settings: { type: 'string' } }],
  ])
  const modelAt = (place: number): string => (names[place % names.length] ?? '').slice(0, -1)
  const modelName = (place: number): string => modelAt(place).replace(/^./, (first) => first.toUpperCase())
  const next = {
    type: 'relationship',
    document: modelName(index + 1),
    backref_name: 'previous',
  }
  const previous = {
    type: 'foreign_key',
    ref_document: modelName(index + names.length - 1),
    ref_column: `${modelAt(index + names.length - 1)}.id`,
    ref_column_type: 'id_field',
  }
  return {
    type: 'object',
    title: 'Thing',
    _nested_relationships: ['next', 'previous'],
    _event_handlers: Object.fromEntries(handlers),
    properties: {
      id: { type: 'integer', _db_settings: { type: 'id_field', primary_key: true } },
      next: { _db_settings: next },
      previous_id: { _db_settings: previous },
      ...Object.fromEntries(fields),
    },
  }
}
