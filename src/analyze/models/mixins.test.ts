import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Service } from '../../ir/index.js'
import { emitApi } from '../../testing/emit-fixture.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object): object => ({ 'application/json': { schema } })

/** Returns what is generated from a document with notes, and these schemas beside them. */
async function generated(schemas: object, operation: object = {}, body = 'Note') {
  const ok = { description: 'A note.', content: json(reference('Note')) }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  const api = join(temporaryFolder(), 'api.json')
  const document = {
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': {
        post: { ...operation, requestBody: { content: json(reference(body)) }, responses: { 201: ok } },
      },
      '/notes/{id}': { parameters: [id], get: { ...operation, responses: { 200: ok } } },
    },
    components: { schemas },
  }
  writeFileSync(api, JSON.stringify(document))
  return emitApi(api, 'svc_sqla')
}

function fieldsOf(service: Service | null): object {
  return Object.fromEntries(
    (service?.models ?? []).map(({ id, fields }) => [
      id,
      fields.filter(({ stored }) => stored).map(({ name }) => name),
    ]),
  )
}

const timestamps = (stored?: boolean): object => ({
  type: 'object',
  ...(stored === undefined ? {} : { 'x-stored': stored }),
  properties: { created_at: { type: 'string', format: 'date-time', 'x-db-settings': { type: 'datetime' } } },
})

test.each([undefined, true, false])(
  'a component that is only part of others is no model, x-stored: %s',
  async (stored) => {
    const Note = {
      'x-stored': true,
      allOf: [
        reference('Timestamps'),
        { type: 'object', properties: { id: { type: 'integer' }, title: { type: 'string' } } },
      ],
    }
    const { service } = await generated({ Note, Timestamps: timestamps(stored) })
    expect(fieldsOf(service)).toEqual({ Note: ['created_at', 'id', 'title'] })
  },
)

test('a component that shares a part with a stored one, such as a body, is no model', async () => {
  const Note = {
    'x-stored': true,
    allOf: [
      reference('Timestamps'),
      { type: 'object', properties: { id: { type: 'integer' }, title: { type: 'string' } } },
    ],
  }
  const NewNote = { allOf: [reference('Timestamps')], properties: { title: { type: 'string' } } }
  const properties = {
    created_at: { type: 'string', format: 'date-time', 'x-db-settings': { unique: true } },
  }
  const { service, diagnostics } = await generated({
    Note,
    NewNote,
    Timestamps: { type: 'object', properties },
  })
  expect(diagnostics).toEqual('')
  expect(fieldsOf(service)).toEqual({ Note: ['created_at', 'id', 'title'] })
})

test('a body with database settings that is part of a stored component is no model', async () => {
  const NoteInput = {
    type: 'object',
    properties: { title: { type: 'string', 'x-db-settings': { index: true } } },
  }
  const Note = {
    'x-stored': true,
    allOf: [reference('NoteInput'), { type: 'object', properties: { id: { type: 'integer' } } }],
  }
  const { service, diagnostics } = await generated({ Note, NoteInput }, {}, 'NoteInput')
  expect(diagnostics).not.toContain('error')
  expect(fieldsOf(service)).toEqual({ Note: ['id', 'title'] })
})

test('settings of one property do not end what x-stored: true stores', async () => {
  const properties = {
    id: { type: 'integer' },
    title: { type: 'string', 'x-db-settings': { unique: true, type: 'string' } },
    text: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
  }
  const { service, diagnostics } = await generated({ Note: { type: 'object', 'x-stored': true, properties } })
  expect(fieldsOf(service)).toEqual({ Note: ['at', 'id', 'text', 'title'] })
  expect(service?.models[0]).toMatchObject({ key: 'id' })
  expect(diagnostics).not.toContain('SVC3017')
})

test('a component whose operations are all own ones is stored if they load its items', async () => {
  const Note = {
    type: 'object',
    'x-stored': true,
    properties: { id: { type: 'integer' }, title: { type: 'string' } },
  }
  const { service, files, diagnostics } = await generated({ Note }, { 'x-action': true })
  expect(files.size, diagnostics).toBeGreaterThan(0)
  expect(fieldsOf(service)).toEqual({ Note: ['id', 'title'] })
})

test('a large example that many responses use is an error', async () => {
  const Note = { type: 'object', properties: { text: reference('Text') } }
  const Text = { type: 'string', example: 'x'.repeat(20_000_000) }
  const { diagnostics } = await generated({ Note, Text })
  expect(diagnostics).toContain('SVC1016')
})

test('examples are counted through long chains of references', async () => {
  const names = Array.from({ length: 3000 }, (_, at) => `Part${at}`)
  const parts = names.map((name, at): [string, object] => {
    const next = names[at + 1]
    const last = { type: 'string', example: 'x'.repeat(20_000_000) }
    return [name, next === undefined ? last : { type: 'object', properties: { part: reference(next) } }]
  })
  const Note = { type: 'object', properties: { part: reference('Part0') } }
  const { diagnostics } = await generated({ Note, ...Object.fromEntries(parts) })
  expect(diagnostics).toContain('SVC1016')
})
