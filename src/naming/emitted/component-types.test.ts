import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkProject, projectsFolder, writeFiles } from '../../testing/check-project.js'
import { emitApi } from '../../testing/emit-fixture.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'

const scratch = projectsFolder()

const use = (name: string): string =>
  `{ description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }`
const all = (name: string): string =>
  `{ description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } } }`

/** Returns a collection whose operations answer as declared. */
function collection(path: string, name: string): string {
  return `  /${path}:
    get: { parameters: [{ name: limit, in: query, schema: { type: integer } }], responses: { '200': ${all(name)} } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }
      responses: { '201': ${use(name)}, '400': ${use('Error')} }
  /${path}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': ${use(name)} } }
`
}

const DOCUMENT = `openapi: 3.1.0
info: { title: Names, version: 1.0.0 }
paths:
${collection('services', 'Service')}${collection('events', 'Event')}${collection('stories', 'Story')}  /restart:
    post:
      operationId: restart
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } } }
      responses: { '200': ${use('Service')}, '404': ${use('Error')} }
  /best:
    get: { operationId: best, responses: { '200': ${use('Story')}, '409': ${use('Event')}, '422': ${use('StoryCreate')} } }
components:
  schemas:
    Service: { type: object, x-stored: true, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, settings: { $ref: '#/components/schemas/Settings' } } }
    Event: { type: object, x-stored: true, properties: { id: { type: integer, readOnly: true }, kind: { type: string, enum: [a, b] } } }
    Story: { type: object, x-stored: true, required: [title], properties: { id: { type: integer, readOnly: true }, title: { type: string } } }
    StoryCreate: { type: object, required: [title], properties: { title: { type: string } } }
    Error: { type: object, required: [message], properties: { message: { type: string } } }
    Settings: { type: object, properties: { on: { type: boolean } } }
`

it('components have types with their own names, and the names of the service give way', async () => {
  const api = join(temporaryFolder(), 'api.yaml')
  writeFileSync(api, DOCUMENT)
  const { files, diagnostics } = await emitApi(api, 'svc_sqla')
  expect(diagnostics).toBe('')
  const types = files.get('src/generated/actions/types.ts') ?? ''
  const names = ['Error', 'Event', 'Service', 'Settings', 'Story', 'StoryCreate']
  expect(
    [...types.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name).toSorted(),
  ).toEqual(names)
  const folder = join(scratch, 'names')
  writeFiles(folder, files)
  writeFileSync(
    join(folder, 'src/actions/best.ts'),
    `import { registry, type Event, type Story, type StoredStory } from '../generated/index.js'

const story: Story = { id: 1, title: 'a' }
const event: Event = { kind: 'a' }

/** GET /best */
registry.action('best', async ({ models, respond }) => {
  const stored: StoredStory | undefined = await models.story.findFirst()
  // @ts-expect-error: 409 has a body
  const empty = () => respond(409)
  void empty
  return stored === undefined ? respond(409, event) : story
})
`,
  )
  await checkProject(folder)
}, 240_000)

it('documents of functions have the type of a component whose name is not that of its model', async () => {
  const api = join(temporaryFolder(), 'api.yaml')
  const restart = `  /line-items/{id}/double:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    post: { operationId: double, responses: { '200': ${use('line_item')}, '409': ${use('Error')} } }
`
  writeFileSync(
    api,
    `openapi: 3.1.0
info: { title: Names, version: 1.0.0 }
paths:
${collection('line-items', 'line_item')}${restart}components:
  schemas:
    line_item: { type: object, x-stored: true, required: [amount], properties: { id: { type: integer, readOnly: true }, amount: { type: integer }, note: { type: string } } }
    Error: { type: object, required: [message], properties: { message: { type: string } } }
`,
  )
  const { files } = await emitApi(api, 'svc_sqla')
  const folder = join(scratch, 'line-items')
  writeFiles(folder, files)
  writeFileSync(
    join(folder, 'src/actions/double.ts'),
    `import { registry } from '../generated/index.js'

registry.action('double', async ({ item, document }) => document('LineItem', item))
`,
  )
  await checkProject(folder)
}, 120_000)
