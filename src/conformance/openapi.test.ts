import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SQLITE } from './engines.js'
import { buildFixture, removeProject, startService, type TestResponse, type TestService } from './service.js'

const CODE = {
  'src/actions/list-pets.ts': `
import { registry } from '../generated/index.js'

registry.action('list_pets', async ({ query, headers, cookies, reply }) => {
  reply.header('x-input', JSON.stringify({ query, headers, cookies }))
  return []
})
`,
  'src/actions/create-pet.ts': `
import { registry } from '../generated/index.js'

registry.action('create_pet', async ({ body, user, reply, respond }) => {
  if (body.name === 'taken') return respond(409, { message: 'This name is taken' })
  if (body.name === 'sent') return reply.code(409).send({ message: 'Sent' })
  if (body.name === 'unsaid') return reply.code(409).send({ text: 'No message' } as never)
  if (body.name === 'undeclared') return reply.code(418).send({})
  if (body.name === 'wrong') return { id: 0, name: '' }
  return { id: 1, name: \`\${body.name} of \${user.username}\`, children: [] }
})
`,
  'src/actions/get-pet.ts': `
import { registry } from '../generated/index.js'

registry.action('get_pet', async ({ params: { petId }, user, respond }) => {
  if (petId === 404) return respond(404, { message: 'No such pet' })
  return { id: petId, name: user === undefined ? 'anonymous' : 'named' }
})
`,
  'src/actions/upload-photo.ts': `
import { registry } from '../generated/index.js'

registry.action('upload_photo', async ({ body, reply, respond }) => {
  const { photo, ...others } = body ?? {}
  reply.header('x-input', JSON.stringify({ ...others, type: photo?.type }))
  return respond(204)
})
`,
  'src/actions/get-pets-by-coordinates-point.ts': `
import { registry } from '../generated/index.js'

registry.action('get_pets_by_coordinates_point', async ({ params: { point } }) => {
  return { id: 1, name: \`\${point.lat} \${point.long}\` }
})
`,
  'src/schemes/key.ts': `
import { registry } from '../generated/index.js'

registry.scheme('key', async ({ credentials, models }) => {
  return models.user.findFirst({ where: { username: String(credentials.session) } })
})
`,
  'src/schemes/csrf.ts': `
import { registry } from '../generated/index.js'

registry.scheme('csrf', async ({ credentials, models, user }) => {
  if (credentials['x-csrf'] === 'stolen') {
    const create = { username: 'mallory', email: 'm@example.com', password: 'secret-123' }
    return models.user.upsert({ where: { username: 'mallory' }, create, update: {} })
  }
  return credentials['x-csrf'] === 'valid' ? user : undefined
})
`,
}

let folder = ''
beforeAll(async () => {
  folder = await buildFixture('pets', 'svc_sqla', CODE)
}, 60_000)
afterAll(() => removeProject(folder))

const PHOTO = '"photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nPNG'

const SETTINGS = {
  'system.user': 'root',
  'system.password': 'secret-123',
  'system.email': 'root@example.com',
}

describe('an OpenAPI document', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(folder, SQLITE, { ...SETTINGS, validate_responses: true })
  })
  afterAll(() => service.close())

  const send = (method: string, path: string, body?: unknown, headers = {}): Promise<TestResponse> =>
    service.send(method, `/v2/api${path}`, body, headers)
  const root = { cookie: 'session=root' }
  const inputOf = ({ headers }: TestResponse): unknown => JSON.parse(String(headers['x-input']))
  const upload = (fields: readonly string[]): Promise<TestResponse> => {
    const parts = fields.map((field) => `--b\r\nContent-Disposition: form-data; name=${field}\r\n`)
    return send('PUT', '/pets/1', `${parts.join('')}--b--\r\n`, {
      ...root,
      'x-csrf': 'valid',
      'content-type': 'multipart/form-data; boundary=b',
    })
  }
  const faultsOf = ({ status, body }: TestResponse): readonly unknown[] => [
    status,
    ...Object.values(body['errors'] ?? {}).map((error) => error['path']),
  ]

  it('has typed parameters in every location and style', async () => {
    const query = 'limit=5&kinds=cat,dog&born[after]=2020-01-31&born[weight]=1.5'
    const response = await send('GET', `/pets?${query}`, undefined, {
      'x-trace': 'a, b',
      cookie: 'other=1; theme=dark',
    })
    expect(inputOf(response)).toEqual({
      query: { limit: 5, kinds: ['cat', 'dog'], born: { after: '2020-01-31', weight: 1.5 } },
      headers: { 'x-trace': ['a', 'b'] },
      cookies: { theme: 'dark' },
    })
    expect(inputOf(await send('GET', '/pets'))).toEqual({ query: { limit: 20 }, headers: {}, cookies: {} })
    const { body } = await send('GET', '/pets/by-coordinates/;lat=1.5;long=-2')
    expect(body).toEqual({ id: 1, name: '1.5 -2' })
  })

  it('lists all errors in a request', async () => {
    const query = 'limit=500&kinds=cat,cow&born[after]=x&born[weight]=y&other=1'
    expect(faultsOf(await send('GET', `/pets?${query}`, undefined, { cookie: 'theme=red' }))).toEqual([
      400,
      'limit',
      'kinds',
      'born[after]',
      'born[weight]',
      'theme',
      'other',
    ])
    const pet = { name: '', weight: 0, tag: 'x', home: { rooms: 4 }, colour: 1, mail: 'x', born: 'x' }
    const refused = await send('POST', '/pets', pet, root)
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual(
      expect.arrayContaining(['/name', '/weight', '/kind', '/home/rooms', '/colour', '/born']),
    )
    expect(faultsOf(refused)).not.toContain('/mail')
  })

  it('rejects names with a special meaning, and deep JSON, wherever an object is read', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype'])
      expect(faultsOf(await send('GET', `/pets?born[${name}]=x`))).toEqual([400, 'born'])
    const deep = `{"x":${'['.repeat(40)}1${']'.repeat(40)}}`
    for (const position of ['{"__proto__":{"x":1}}', '{"x":{"constructor":1}}', deep, '{"x":']) {
      const refused = await upload([PHOTO, `"position"\r\n\r\n${position}`])
      expect([position, refused.status]).toEqual([position, 400])
    }
    const kept = await upload([PHOTO, '"caption"\r\n\r\n1+1=%32', '"position"\r\n\r\n{"x":1,"y":"1+1=%32"}'])
    expect(inputOf(kept)).toMatchObject({ caption: '1+1=%32', position: { x: 1, y: '1+1=%32' } })
  })

  it('checks responses against their declarations', async () => {
    const created = await send('POST', '/pets', { name: 'Rex' }, root)
    expect([created.status, created.body]).toEqual([201, { id: 1, name: 'Rex of root', children: [] }])
    const taken = await send('POST', '/pets', { name: 'taken' }, root)
    expect([taken.status, taken.body]).toEqual([409, { message: 'This name is taken' }])
    expect((await send('POST', '/pets', { name: 'sent' }, root)).body).toEqual({ message: 'Sent' })
    for (const [name, reason] of [
      ['unsaid', '/message'],
      ['undeclared', 'the status 418 is not declared'],
    ] as const) {
      const { status, body } = await send('POST', '/pets', { name }, root)
      expect([status, body['detail']]).toEqual([500, expect.stringContaining(reason)])
    }
    const wrong = await send('POST', '/pets', { name: 'wrong' }, root)
    expect([wrong.status, wrong.body['detail']]).toEqual([
      500,
      'The response does not match its declaration: /id must be >= 1; /name must not have fewer than 1 character.',
    ])
    expect((await send('GET', '/pets/404')).body).toEqual({ message: 'No such pet' })
  })

  it('enforces alternatives and combinations of security schemes', async () => {
    expect((await send('POST', '/pets', { name: 'Rex' })).status).toBe(401)
    expect((await send('POST', '/pets', { name: 'Rex' }, { cookie: 'session=nobody' })).status).toBe(401)
    expect((await send('GET', '/pets/1')).body['name']).toBe('anonymous')
    expect((await send('GET', '/pets/1', undefined, root)).body['name']).toBe('named')
    const statusWith = async (headers: object) => (await send('PUT', '/pets/1', undefined, headers)).status
    expect(await statusWith({})).toBe(401)
    expect(await statusWith(root)).toBe(401)
    expect(await statusWith({ 'x-csrf': 'valid' })).toBe(401)
    expect(await statusWith({ ...root, 'x-csrf': 'wrong' })).toBe(401)
    expect(await statusWith({ ...root, 'x-csrf': 'stolen' })).toBe(401)
    expect(await statusWith({ ...root, 'x-csrf': 'valid' })).toBe(204)
  })

  it('reads forms whose fields are files and JSON', async () => {
    const stored = await upload([PHOTO, '"caption"\r\n\r\nRex', '"position"\r\n\r\n{"x":1}'])
    expect([stored.status, inputOf(stored)]).toEqual([
      204,
      { caption: 'Rex', position: { x: 1 }, type: 'image/png' },
    ])
    expect(faultsOf(await upload(['"caption"\r\n\r\nRex', '"position"\r\n\r\n{"x":"y"}']))).toEqual([
      400,
      '/photo',
      '/position/x',
    ])
  })

  it('is described again, with what the service does not use', async () => {
    const { body } = await send('GET', '/openapi.json')
    expect(body).toMatchObject({
      info: { title: 'Pet shop', version: '2.0.0', contact: { name: 'The pet shop' } },
      servers: [{ url: '/v2/api' }],
      tags: expect.arrayContaining([{ name: 'pets', description: 'Animals that are for sale' }]),
      webhooks: { petSold: {} },
    })
    expect(body['paths']?.['/pets']?.['post']).toMatchObject({
      operationId: 'createPet',
      callbacks: { onSold: {} },
    })
    expect(body['paths']?.['/pets/{petId}']?.['get']).toMatchObject({ deprecated: true })
    expect(body['paths']?.['/pets/{petId}']?.['put']?.['security']).toEqual([{ key: [], csrf: [] }])
    const refused = body['paths']?.['/pets']?.['post']?.['responses']?.['400']
    expect(refused).toEqual({ $ref: '#/components/responses/Problem' })
    const schemas = Object.keys(body['components']?.['schemas'] ?? {})
    expect(schemas).toEqual(expect.arrayContaining(['Error', 'House', 'Identified', 'Kind', 'NewPet', 'Pet']))
  })
})

describe('a mock server', () => {
  it('answers with examples, or with values that satisfy the schemas', async () => {
    const bare = await buildFixture('pets', 'svc_sqla')
    const service = await startService(bare, SQLITE, {
      ...SETTINGS,
      auth: false,
      examples: true,
      validate_responses: true,
    })
    try {
      const get = (path: string) => service.send('GET', `/v2/api${path}`)
      expect((await get('/pets')).body[0]).toMatchObject({ id: 1, kind: 'cat' })
      expect((await get('/pets/1')).body).toMatchObject({ id: 1, name: 'name-1' })
      const created = await service.send('POST', '/v2/api/pets', { name: 'x' })
      expect([created.status, created.body]).toEqual([201, { id: 1, kind: 'dog', name: 'Rex' }])
      expect((await service.send('PUT', '/v2/api/pets/1')).status).toBe(204)
    } finally {
      await service.close()
      removeProject(bare)
    }
  }, 60_000)
})

describe('a stored model', () => {
  const OPEN = `
import { registry } from '../generated/index.js'

registry.action('open_box', async ({ item, body }) => item.code === body.code)
`
  let boxes = ''
  let service: TestService
  beforeAll(async () => {
    boxes = await buildFixture('boxes', 'svc_sqla', { 'src/actions/open-box.ts': OPEN })
    service = await startService(boxes, SQLITE)
  }, 60_000)
  afterAll(async () => {
    await service.close()
    removeProject(boxes)
  })

  it('has fields that everyone can write and nobody can read, even without authentication', async () => {
    const { status, body } = await service.send('POST', '/boxes', { label: 'a', code: 's3cret' })
    expect([status, Object.keys(body)]).toEqual([201, ['_type', '_pk', '_self', 'id', 'label', 'note']])
    for (const query of ['code=s3cret', '_sort=code', '_fields=code', 'q=code:s3cret', '_exists_=code'])
      expect([query, (await service.send('GET', `/boxes?${query}`)).status]).toEqual([query, 403])
    expect((await service.send('PUT', '/boxes/1', { label: 'b', note: null })).status).toBe(200)
    const opens = async (code: string) => (await service.send('POST', '/boxes/1/open', { code })).body
    expect([await opens('s3cret'), await opens('other')]).toEqual([true, false])
  })
})
