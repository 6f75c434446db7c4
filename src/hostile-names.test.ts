import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Engine } from './ir/index.js'
import { analyzeFiles, id, schemaOf, stored, type Outcome } from './testing/analyze-files.js'
import { checkProject, projectsFolder, writeFiles } from './testing/check-project.js'
import { emitApi } from './testing/emit-fixture.js'
import { fuzzSeeds } from './testing/fuzz-seeds.js'
import { hostileText } from './testing/hostile-texts.js'
import { randomFrom } from './testing/random.js'
import { temporaryFolder } from './testing/temporary-folder.js'

/** An API as strings: RAML text without its header, and additional files keyed by path. */
interface Api {
  readonly raml: string
  readonly files: Readonly<Record<string, unknown>>
}

const quoted = (text: string): string => JSON.stringify(text)

/** Returns the RAML for a collection with the given names, and with `text` as its display name and descriptions. */
function collectionOf(
  segment: string,
  { param = 'id', text = '' }: { readonly param?: string; readonly text?: string },
  file: string,
): string {
  return [
    `${quoted(`/${segment}`)}:`,
    `  displayName: ${quoted(text)}`,
    `  description: ${quoted(text)}`,
    `  get: { description: ${quoted(text)} }`,
    `  post: { body: { application/json: { schema: !include ${file} } } }`,
    `  ${quoted(`/{${param}}`)}: { get: , patch: , put: , delete: }`,
    '',
  ].join('\n')
}

/** Functions that return an API with a hostile name, keyed by the position of the name in the input. */
const PLACES: Readonly<Record<string, (name: string) => Api>> = {
  'a field': (name) => ({
    raml: collectionOf('things', {}, 's.json'),
    files: { 's.json': schemaOf({ id, [name]: stored('string') }) },
  }),
  'a path': (name) => ({
    raml: collectionOf(name, {}, 's.json'),
    files: { 's.json': schemaOf({ id }) },
  }),
  'a parameter': (name) => ({
    raml: collectionOf('things', { param: name }, 's.json'),
    files: { 's.json': schemaOf({ id }) },
  }),
  'a choice': (name) => ({
    raml: collectionOf('things', {}, 's.json'),
    files: { 's.json': schemaOf({ id, kind: stored('choice', { choices: ['a', name], default: name }) }) },
  }),
  'a handler': (name) => ({
    raml: collectionOf('things', {}, 's.json'),
    files: { 's.json': schemaOf({ id }, { _event_handlers: { before_create: [name] } }) },
  }),
  'a pattern': (name) => ({
    raml: collectionOf('things', {}, 's.json'),
    files: { 's.json': schemaOf({ id, code: { ...stored('string'), type: 'string', pattern: name } }) },
  }),
  'a back-reference': (name) => ({
    raml: collectionOf('things', {}, 's.json'),
    files: {
      's.json': schemaOf({
        id,
        parts: stored('relationship', { document: 'Thing', backref_name: name }),
        whole_id: stored('foreign_key', {
          ref_document: 'Thing',
          ref_column: 'thing.id',
          ref_column_type: 'id_field',
        }),
      }),
    },
  }),
  'a security scheme': (name) => ({
    raml: schemeOf(name) + collectionOf('things', {}, 's.json'),
    files: { 's.json': schemaOf({ id }) },
  }),
  'a text': (name) => ({
    raml: collectionOf('things', { text: name }, 's.json'),
    files: { 's.json': schemaOf({ id: { ...id, description: name } }, { title: name, description: name }) },
  }),
}

/** Returns the RAML for a security scheme with the name, description, header and query parameter `name`. */
function schemeOf(name: string): string {
  const inputs = `headers: { ${quoted(name)}: }, queryParameters: { ${quoted(name)}: }`
  const scheme = `{ type: x-Odd, description: ${quoted(name)}, describedBy: { ${inputs} } }`
  return `securitySchemes:\n  - ${quoted(name)}: ${scheme}\nsecuredBy: [${quoted(name)}]\n`
}

function analyzed({ raml, files }: Api): Outcome {
  return analyzeFiles(`title: T\n${raml}`, files)
}

/** Returns whether a name is accepted. Fails the test if it is rejected without a location or a reason. */
function isAccepted(outcome: Outcome): boolean {
  const errors = outcome.diagnostics.filter(({ severity }) => severity === 'error')
  expect(outcome.analysis === null).toBe(errors.length > 0)
  for (const { at, message } of errors) {
    expect(at).not.toBeNull()
    expect(message).not.toBe('')
  }
  return errors.length === 0
}

describe.each(Object.entries(PLACES))('a hostile name for %s', (_, apiWith) => {
  it('is accepted, or rejected with its location', () => {
    const outcomes = fuzzSeeds(60).map((seed) => isAccepted(analyzed(apiWith(hostileText(randomFrom(seed))))))
    expect(outcomes).toContain(true)
  })
})

/** Returns the first generated names that are accepted at a position. */
function takenNames(place: string, count: number, seed: number): readonly string[] {
  const apiWith = PLACES[place]
  const names = new Set<string>()
  const random = randomFrom(seed)
  for (let left = 200; left > 0 && names.size < count; left -= 1) {
    const name = hostileText(random)
    if (apiWith !== undefined && isAccepted(analyzed(apiWith(name)))) names.add(name)
  }
  return [...names]
}

/** Custom actions with odd paths, odd parameter names and an odd schema. */
const ODD_ACTIONS = `
/odd/*/$metadata:
  get: { queryParameters: { toString: { type: integer } } }
/odd/either/{id}:
  post:
    body:
      application/json:
        schema: '{ "anyOf": [{ "properties": { "a": { "type": "string" } } }, { "type": "array" }] }'
/:
  get:
  delete:
/1/2:
  get:
  post:
/odd/a*b/caf%C3%A9/{toString}:
  uriParameters: { toString: { type: integer } }
  post:
    headers: { X-Kind: { enum: [a] }, x-kind: , constructor: { type: boolean } }
    body: { multipart/form-data: { formParameters: { hasOwnProperty: { type: date }, __proto__: { type: number } } } }
`

/** Returns an API with many accepted names. */
function crowdedApi(seed: number): Api {
  const fields = takenNames('a field', 25, seed).filter((name) => name.toLowerCase() !== 'id')
  const choices = takenNames('a choice', 20, seed + 1)
  const texts = takenNames('a text', 8, seed + 2)
  const params = takenNames('a parameter', 4, seed + 3)
  const [segment = 'things'] = takenNames('a path', 1, seed + 4)
  const [scheme = 'odd'] = takenNames('a security scheme', 1, seed + 5)
  const schema = schemaOf(
    {
      ...Object.fromEntries(
        fields.map((name, index) => [name, { ...stored('string'), description: texts[index % 8] ?? '' }]),
      ),
      key: stored('id_field', { primary_key: true }),
      kind_of_it: stored('choice', { choices, default: choices[0] }),
      note_of_it: stored('text', { default: texts[0] }),
      isPrototypeOf: { ...stored('string'), _write_once: true },
    },
    { title: texts[1], description: texts[2], _public_fields: fields.slice(0, 5) },
  )
  const raml = [segment, 'others', 'thirds'].map((name, index) =>
    collectionOf(name, { param: params[index] ?? 'id', text: texts[index] ?? '' }, 's.json'),
  )
  return {
    raml: `title: ${quoted(texts[3] ?? '')}\ndocumentation: [{ title: ${quoted(texts[4] ?? '')}, content: ${quoted(texts[5] ?? '')} }]\n${schemeOf(scheme)}${raml.join('')}${ODD_ACTIONS}`,
    files: { 's.json': schema },
  }
}

async function emittedFiles(seed: number, engine: Engine): Promise<ReadonlyMap<string, string>> {
  const { raml, files } = crowdedApi(seed)
  const folder = temporaryFolder()
  const texts = Object.entries(files).map(([name, schema]): [string, string] => [
    name,
    JSON.stringify(schema),
  ])
  writeFiles(folder, new Map([['api.raml', `#%RAML 0.8\n${raml}`], ...texts]))
  const outcome = await emitApi(join(folder, 'api.raml'), engine)
  expect(outcome.service, outcome.diagnostics).not.toBeNull()
  return outcome.files
}

describe('an API full of hostile names', () => {
  const folder = projectsFolder()

  it.each(fuzzSeeds(3))('produces files that can be parsed, seed %d', async (seed) => {
    const files = await emittedFiles(seed * 10, seed % 2 === 0 ? 'svc_sqla' : 'svc_mongodb')
    expect(files.has('src/app.ts')).toBe(true)
  })

  it('produces a project that type-checks, is formatted, and passes its tests', async () => {
    writeFiles(folder, await emittedFiles(7, 'svc_sqla'))
    await checkProject(folder)
  }, 240_000)
})
