import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { Collector } from '../../../diagnostics/collector.js'
import {
  ADDED,
  isOrderedList,
  isOrderedObject,
  type OrderedJson,
  type OrderedObject,
  OTHER_RESPONSES,
  printOrdered,
} from '../../../ir/index.js'
import { stages } from '../../../stages.js'
import { apiIn } from '../../../testing/emit-fixture.js'
import { temporaryFolder } from '../../../testing/temporary-folder.js'
import { openapiText } from '../index.js'

const FIXTURES = fileURLToPath(new URL('../../../../fixtures', import.meta.url))
const CONTRACTS = process.env['SVCGEN_CONTRACTS']

const fixtures = readdirSync(FIXTURES)
  .filter((name) => !/^(bad|warn)-/.test(name))
  .map((name) => [name, apiIn(join(FIXTURES, name))] as const)

const contracts =
  CONTRACTS === undefined ? [] : readdirSync(CONTRACTS).map((name) => [name, join(CONTRACTS, name)] as const)

/** Returns what svcgen reads in a document, which is null for RAML, and the document that it emits. */
function served(
  api: string,
  describesAccess = true,
): { readonly read: OrderedObject | null; readonly text: string } {
  const collector = new Collector()
  const { analysis } = stages.analyze({ api, includeRoot: null, engine: 'svc_sqla', collector })
  if (analysis === null)
    throw new Error(
      collector
        .sorted()
        .map(({ code, message }) => `${code} ${message}`)
        .join('\n'),
    )
  const { service, document } = analysis
  const shown = describesAccess ? { ...service, describesAccess: true as const } : service
  return { read: document, text: openapiText(shown, document) }
}

/** Writes documents, and returns the path of the first one. */
function written(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder()
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  })
  return paths[0] ?? folder
}

/** Returns the text of a document without its servers, which the service replaces, and the secrets of its tickets. */
function ownText(document: OrderedJson | null): string {
  const without = (value: OrderedJson): OrderedJson => {
    if (isOrderedList(value)) return value.map(without)
    if (!isOrderedObject(value)) return value
    const entries = [...value].filter(([key]) => key !== 'secret' && key !== 'servers')
    return new Map(entries.map(([key, each]) => [key, without(each)]))
  }
  return printOrdered(without(document))
}

describe.each([...fixtures, ...contracts])('the document that the service of %s serves', (_name, api) => {
  const first = served(api)
  const again = served(written({ 'api.json': first.text }))

  it('is valid', async () => {
    const { errors = [] } = await new Validator().validate(JSON.parse(first.text))
    // The validator takes "$ref" in an example of an extension for a reference.
    expect(errors).not.toContainEqual(expect.objectContaining({ keyword: expect.any(String) }))
  })

  it('has everything of its author, unchanged and in the same order', () => {
    if (first.read !== null) expect(ownText(again.read)).toBe(ownText(first.read))
  })

  it('gives the same document if it is the input again', () => {
    const { text } = first.read === null ? again : first
    expect(served(written({ 'api.json': again.text })).text).toBe(text)
  })
})

const STORED = `openapi: 3.0.3
info: { title: Notes, version: 1.0.0 }
x-acl: { collection: allow everyone view, item: allow everyone view }
tags: [{ name: notes, x-order: 1 }]
paths:
  /notes:
    get:
      operationId: listNotes
      tags: [notes]
      parameters: [{ $ref: '#/components/parameters/Prefer' }]
      responses:
        '200': { $ref: '#/components/responses/Notes' }
        4XX: { description: Wrong }
    post:
      operationId: postAuthLogin
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }
      responses: { default: { description: Any } }
  /notes/{note-id}:
    parameters: [{ name: note-id, in: path, required: true, schema: { type: integer } }]
    get:
      responses:
        '200':
          description: The note
          content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }
    delete: {}
  /me:
    get: { operationId: me, x-permission: view, responses: { '200': { description: Me } } }
components:
  parameters:
    Prefer: { name: Prefer, in: header, schema: { type: string } }
  responses:
    Notes: { description: Notes }
    NotFound: { description: Unused }
  schemas:
    Note:
      type: object
      x-stored: true
      required: [id]
      properties:
        id: { type: integer }
        text: { type: string, nullable: true, x-writable-by: [g:admin] }
        size: { type: integer, minimum: 0, exclusiveMinimum: true }
    Problem: { type: string }
    User:
      type: object
      x-auth-model: true
      properties:
        username: { type: string, x-db-settings: { type: string, primary_key: true } }
        email: { type: string, x-db-settings: { type: string, required: true, unique: true } }
        password: { type: string, writeOnly: true, x-db-settings: { type: string, required: true } }
        groups: { type: array, items: { type: string }, x-db-settings: { type: list, item_type: string } }
  securitySchemes:
    session: { type: apiKey, in: cookie, name: session, x-ticket: { secret: 0123456789abcdef } }
`

describe('the document of a service that has more than the author declares', () => {
  const api = written({ 'api.yaml': STORED })
  const { text } = served(api, false)
  const document = JSON.parse(text)
  const { paths, components } = document

  it('has the operations and schemas of svcgen under names that are free', () => {
    expect(paths['/auth/login'].post).toMatchObject({ operationId: 'postAuthLogin2', [ADDED]: true })
    expect(document.tags).toMatchObject([
      { name: 'notes', 'x-order': 1 },
      { name: 'Authentication', [ADDED]: true },
    ])
    expect(components.schemas.Problem).toEqual({ type: 'string' })
    expect(components.schemas['Svc.Problem']).toMatchObject({ type: 'object', [ADDED]: true })
    expect(components.responses.NotFound).toEqual({ description: 'Unused' })
    expect(components.responses['Svc.NotFound']).toMatchObject({ [ADDED]: true })
  })

  it('keeps what the author wrote of an operation without a declared schema, and adds the schema', () => {
    const { operationId, tags, parameters, responses } = paths['/notes'].get
    expect({ operationId, tags }).toEqual({ operationId: 'listNotes', tags: ['notes'] })
    expect(parameters[0]).toEqual({ $ref: '#/components/parameters/Prefer' })
    expect(JSON.stringify(parameters)).not.toContain('Svc.Prefer')
    expect(responses['200']).toMatchObject({
      description: 'Notes',
      content: { 'application/json': { [ADDED]: true } },
    })
    expect(responses['4XX'].content).toHaveProperty(['application/problem+json'])
    expect(paths['/notes'].get[OTHER_RESPONSES]).toHaveProperty('503')
    expect(components.responses.Notes).toEqual({ description: 'Notes' })
  })

  it('declares the responses of an operation whose author declares none', () => {
    const { responses, ...others } = paths['/notes/{note-id}'].delete
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '404']))
    expect(others).not.toHaveProperty(OTHER_RESPONSES)
  })

  it('has undeclared statuses of other operations next to their responses', () => {
    const { responses, [OTHER_RESPONSES]: others } = paths['/notes/{note-id}'].get
    expect(Object.keys(responses)).toEqual(['200'])
    expect(others).toHaveProperty('404')
    expect(paths['/me'].get.responses).toEqual({ '200': { description: 'Me' } })
  })

  it('has rules of access only if describe_access is on, and never the secret of tickets', () => {
    expect(text).not.toMatch(/x-acl|x-permission|x-writable-by|Writable only by|0123456789abcdef/)
    expect(served(api).text).toMatch(/x-acl.*x-permission.*x-writable-by/)
    expect(served(api).text).not.toContain('0123456789abcdef')
    expect(components.securitySchemes.session).toEqual({
      type: 'apiKey',
      in: 'cookie',
      name: 'session',
      'x-ticket': {},
    })
  })

  it('has neither where references lead, whatever the names there', () => {
    const scheme = /session: (\{ type: apiKey.*\})/.exec(STORED)?.[1] ?? ''
    const others = `  x-own: { default: ${scheme}, example: { x-row-rules: [allow everyone all] } }\n`
    const moved = STORED.replace(scheme, "{ $ref: '#/components/x-own/default' }") + others
    const { text: shown } = served(written({ 'api.yaml': moved }), false)
    expect(JSON.parse(shown).components['x-own']).toEqual({
      default: { type: 'apiKey', in: 'cookie', name: 'session', 'x-ticket': {} },
      example: {},
    })
    const named = served(written({ 'api.yaml': STORED.replaceAll('session', 'x-ticket') })).text
    expect(named).toContain('"x-ticket"')
    expect(named).not.toContain('0123456789abcdef')
  })

  it('has schemas in the dialect of its version', async () => {
    expect(document.openapi).toBe('3.0.3')
    const { errors = [] } = await new Validator().validate(JSON.parse(text))
    expect(errors).toEqual([])
    expect(text).not.toContain('"null"')
  })

  it('has added schemas whose keywords are in the same order in OpenAPI 3.1', () => {
    const orders = [STORED, STORED.replace('openapi: 3.0.3', 'openapi: 3.1.0')].map((source) => {
      const { schemas } = JSON.parse(served(written({ 'api.yaml': source })).text).components
      const { status, errors } = schemas['Svc.Problem'].properties
      return [schemas['Svc.Problem'], status, errors].map((each) => Object.keys(each))
    })
    expect(orders[0]).toEqual(orders[1])
  })

  it('gives the same document if it is the input again', () => {
    const first = served(api).text
    expect(served(written({ 'api.json': first })).text).toBe(first)
  })
})

it.skipIf(CONTRACTS !== undefined)('SVCGEN_CONTRACTS is not set: public contracts are not read', () => {
  expect(contracts).toEqual([])
})
