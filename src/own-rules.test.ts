import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emitApi } from './testing/emit-fixture.js'
import { temporaryFolder } from './testing/temporary-folder.js'

const relation = (document: string, name: string, more = ''): string =>
  `{ x-db-settings: { type: relationship, document: ${document}, backref_name: ${name}${more} } }`
const key = (model: string): string =>
  `{ x-db-settings: { type: foreign_key, ref_document: ${model}, ref_column: ${model.toLowerCase()}.id, ref_column_type: id_field } }`
const path = (name: string, model: string): string =>
  `  /${name}: { get: { responses: { 200: { description: OK } } }, post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/${model}' } } } }, responses: { 200: { description: OK } } } }`

const API = `openapi: 3.1.0
info: { title: Seats, version: '1' }
security: [{ session: [] }]
paths:
${path('desks', 'Desk')}
${path('workers', 'Worker')}
${path('seats', 'Seat')}
components:
  securitySchemes:
    session: { type: apiKey, in: cookie, name: seats, x-ticket: { secret: auth_tkt_secret, hashalg: sha256 } }
  schemas:
    Desk:
      properties:
        id: { x-db-settings: { type: id_field, primary_key: true } }
        workers: ${relation('Worker', 'desks', ', many_to_many: true, through: Seat')}
        seats: ${relation('Seat', 'desk')}
    Worker:
      properties:
        id: { x-db-settings: { type: id_field, primary_key: true } }
        seats: ${relation('Seat', 'worker')}
    Seat:
      properties:
        id: { x-db-settings: { type: id_field, primary_key: true } }
        desk_id: ${key('Desk')}
        worker_id: ${key('Worker')}
`

it('items that link others have no rules of their own, which would not restrict the lists', async () => {
  const api = join(temporaryFolder(), 'api.yaml')
  writeFileSync(api, API)
  const { files, service } = await emitApi(api, 'svc_sqla', true)
  expect(service?.models.map(({ id }) => id)).toEqual(expect.arrayContaining(['Desk', 'Worker', 'Seat']))
  const ruled = ['desk', 'worker', 'seat'].filter(
    (name) => files.get(`src/generated/models/${name}.ts`)?.includes('_acl') === true,
  )
  expect(ruled).toEqual(['desk', 'worker'])
})
