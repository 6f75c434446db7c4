import { afterEach, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { stages } from '../stages.js'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'

let box: Sandbox
beforeEach(() => {
  box = makeSandbox(stages)
})
afterEach(() => box.end())

const list = { type: 'array', items: { $ref: '#/components/schemas/Pet' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: {
    '/pets': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 50 } }],
        responses: { 200: { description: 'OK', content: { 'application/json': { schema: list } } } },
      },
    },
  },
  components: {
    schemas: {
      Pet: { 'x-stored': true, type: 'object', properties: { id: { type: 'integer', readOnly: true } } },
    },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization', 'x-api-key': true } },
  },
}

/** Generates the project, and returns the warnings about authentication. */
async function generate(api: object): Promise<readonly string[]> {
  box.write('api.yaml', stringify(api))
  const { exit, out } = await box.run('generate ./api.yaml -o ./out --json')
  expect(exit, out).toBe(0)
  return JSON.parse(out)
    .diagnostics.filter(({ code }: { code: string }) => code === 'SVC7041')
    .map(({ file, line, message }: Record<string, unknown>) => `${file}:${line} ${message}`)
}

const secured = { ...document, security: [{ key: [] }] }

test('an API with new authentication whose service.ini turns it off is reported once', async () => {
  expect(await generate(document)).toEqual([])
  const line = box.read('out/service.ini').split('\n').indexOf('auth = false') + 1
  expect(await generate(secured)).toEqual([
    `out/service.ini:${line} The API now has authentication, but "auth = false" in service.ini allows every request`,
  ])
  expect(box.read('out/service.ini')).toContain('auth = false')
  expect(await generate(secured)).toEqual([])
})

test('an API with new authentication is not reported if service.ini does not turn it off', async () => {
  await generate(document)
  box.write('out/service.ini', box.read('out/service.ini').replace('auth = false', '#auth = false'))
  expect(await generate(secured)).toEqual([])
})

test('a new project with authentication is not reported', async () => {
  expect(await generate(secured)).toEqual([])
})
