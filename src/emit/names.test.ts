import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkProject, projectsFolder, writeFiles } from '../testing/check-project.js'
import { tsc } from '../testing/compile-project.js'
import { emitApi } from '../testing/emit-fixture.js'
import { temporaryFolder } from '../testing/temporary-folder.js'

const projects = projectsFolder()
const inputs = temporaryFolder()

/** Names of models and components that are also names of the emitted code or of JavaScript. */
const TYPES = (
  'Service Event Order Json Error Record Settings Caller Class Delete Session Repository Functions Actions EventModels HandlerEvent Tag Omit ' +
  'FastifyInstance ActionSpec NotFound NotImplemented Model TypedModel Index Page Date UploadedFile Document Type Example Schema Request Reply ' +
  'User Registry Database MigrationGate SettingValues Make Types Samples ValueOf'
).split(' ')

const OPERATIONS = (
  'service json actionSpec fastifyInstance actions uploaded_file models database app customActions registry events functions record permit ' +
  'everyoneAcl delete request typesActions schemas Error Omit respond order orders deleteAction Date Buffer'
).split(' ')

const json = (schema: object): object => ({ 'application/json': { schema } })
const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

/** Returns an API with a stored component and an own operation of each name. */
function stored(names: readonly string[], auth: boolean): object {
  const bodies = (name: string): object => ({ content: json(reference(name)), description: 'One.' })
  const paths = names.flatMap((name) => {
    const path = `/${name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()}s`
    const param = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
    const ok = { 200: bodies(name) }
    return [
      [
        path,
        {
          get: {
            responses: {
              200: { description: 'All.', content: json({ type: 'array', items: reference(name) }) },
            },
          },
          post: { requestBody: bodies(name), responses: { 201: bodies(name) } },
        },
      ],
      [
        `${path}/{id}`,
        {
          parameters: [param],
          get: { responses: ok },
          delete: { responses: { 204: { description: 'Gone.' } } },
        },
      ],
      [
        `${path}/{id}/check`,
        { parameters: [param], post: { operationId: name, requestBody: bodies(name), responses: ok } },
      ],
    ]
  })
  const schemas = names.map((name) => [
    name,
    {
      type: 'object',
      'x-stored': true,
      required: ['title'],
      properties: {
        id: { type: 'integer' },
        title: { type: 'string' },
        state: { enum: ['a', 'b'] },
        more: { type: 'object' },
      },
    },
  ])
  const ticket = {
    ticket: { type: 'apiKey', in: 'cookie', name: 'ticket', 'x-ticket': { secret: 'auth.secret' } },
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Names', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas), ...(auth ? { securitySchemes: ticket } : {}) },
  }
}

/** Returns an API with an own operation per name below the first segments `types`, `examples` and `schemas`. */
function own(): object {
  const components = TYPES.map((name) => [name, { type: 'object', properties: { of: { type: 'string' } } }])
  const paths = OPERATIONS.map((operationId, index) => {
    const name = TYPES[index % TYPES.length] ?? ''
    const segment = ['types', 'examples', 'schemas', 'index', 'auth', 'token'][index % 6]
    const form = {
      'multipart/form-data': {
        schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
      },
    }
    const content = index % 3 === 0 ? form : json(reference(name))
    return [
      `/${segment}/${index}`,
      {
        post: {
          operationId,
          requestBody: { content },
          responses: { 200: { description: 'Done.', content: json(reference(name)) } },
        },
      },
    ]
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Names', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(components) },
  }
}

async function emitted(name: string, document: object): Promise<ReadonlyMap<string, string>> {
  mkdirSync(inputs, { recursive: true })
  const api = join(inputs, `${name}.json`)
  writeFileSync(api, JSON.stringify(document))
  const { files, diagnostics } = await emitApi(api, 'svc_sqla')
  expect(files.size, diagnostics).toBeGreaterThan(0)
  return files
}

async function generated(name: string, document: object): Promise<ReadonlyMap<string, string>> {
  const files = await emitted(name, document)
  const folder = join(projects, name)
  writeFiles(folder, files)
  await checkProject(folder)
  return files
}

test('stored components and own operations with names of the emitted code and of JavaScript', async () => {
  const files = await generated('stored', stored(TYPES, false))
  const exported = files.get('src/generated/index.ts') ?? ''
  const repositories = files.get('src/generated/repositories/index.ts') ?? ''
  // Models have the singular names of their paths.
  for (const name of TYPES.filter((each) => !each.endsWith('s'))) {
    expect(exported).toMatch(new RegExp(`\\sStored${name},\\s+Stored${name}Create,`))
    const one = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
    expect(repositories).toContain(`readonly ${/^(?:class|delete)$/.test(one) ? `${one}Item` : one}: `)
  }
}, 300_000)

test('own operations and components with the names of the emitted code', async () => {
  const files = await generated('own', own())
  const types = files.get('src/generated/actions/types.ts') ?? ''
  for (const name of TYPES.slice(0, OPERATIONS.length))
    expect(types).toMatch(new RegExp(`export (?:type|interface) ${name}\\b`))
}, 300_000)

/** Returns the words in the code of the files that all projects have, each in one spelling. */
function wordsIn(files: ReadonlyMap<string, string>): readonly string[] {
  const common = [...files].filter(([path]) => /^(?:src|test)\/(?:generated\/)?[a-z.-]+\.ts$/.test(path))
  const code = common.map(([, text]) => text.replaceAll(/\/\*[^]*?\*\/|\/\/.*|'[^'\n]*'/g, ' ')).join('\n')
  const words = (code.match(/\b[A-Za-z]\w+\b/g) ?? []).filter(
    (word) => !/note|check|constructor|prototype|^AND$/i.test(word),
  )
  return [
    ...new Map(
      words.map((word) => [word.toLowerCase().replaceAll('_', '').replace(/s$/, ''), word]),
    ).values(),
  ]
}

test('models, components and operations with any name in the emitted code compile', async () => {
  const words = wordsIn(await emitted('words', stored(['Note'], true)))
  expect(words).toEqual(expect.arrayContaining(['MigrationGate', 'openDatabase']))
  const names = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const folder = join(projects, 'words')
  writeFiles(folder, await emitted('all-words', stored(names, false)))
  expect((await tsc(folder, ['--noEmit'])).stdout).toBe('')
}, 300_000)
