import { expect, it } from 'vitest'
import { onDocument } from './documents.js'
import type { Body, TestResponse } from './service.js'

const DOCUMENT = `openapi: 3.1.0
info: { title: Tasks, version: '1' }
servers: [{ url: /api }]
paths:
  /people:
    get:
      parameters: [{ name: mood, in: query, schema: { $ref: '#/components/schemas/Mood' } }]
      responses:
        '200': { description: People, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Person' } } } } }
        default: { $ref: '#/components/responses/Failure' }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string }, mood: { $ref: '#/components/schemas/Mood' } } } } } }
      responses:
        '201': { description: The person, content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } }
        default: { $ref: '#/components/responses/Failure' }
  /tasks:
    get:
      parameters:
        - { name: tag, in: query, schema: { type: string } }
        - { name: ownerId, in: query, schema: { type: integer } }
        - { name: sort, in: query, schema: { type: string, enum: [finished, -finished] } }
        - { name: fields, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: cursor, in: query, schema: { type: string } }
        - { name: take, in: query, schema: { type: integer, default: 20 } }
      responses:
        '200':
          description: Tasks
          content:
            application/json:
              schema:
                type: object
                required: [tasks, response_metadata]
                properties:
                  tasks: { type: array, items: { $ref: '#/components/schemas/TaskSummary' } }
                  response_metadata: { type: object, required: [next_cursor, take], properties: { next_cursor: { type: string }, take: { type: integer } } }
        default: { $ref: '#/components/responses/Failure' }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/TaskWrite' } } } }
      responses:
        '201': { description: The task, content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } }
        default: { $ref: '#/components/responses/Failure' }
  /tasks/{taskId}:
    parameters: [{ name: taskId, in: path, required: true, schema: { type: integer } }]
    get:
      responses:
        '200': { description: The task, content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } }
        default: { $ref: '#/components/responses/Failure' }
    put:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/TaskWrite' } } } }
      responses: { '204': { description: Changed }, default: { $ref: '#/components/responses/Failure' } }
    patch:
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { title: { type: string }, weight: { type: integer, default: 7 } } } } } }
      responses: { '204': { description: Changed }, default: { $ref: '#/components/responses/Failure' } }
  /tasks/{taskId}/watcher_ids/{personId}:
    parameters:
      - { name: taskId, in: path, required: true, schema: { type: integer } }
      - { name: personId, in: path, required: true, schema: { type: integer } }
    put:
      operationId: addWatcher
      responses: { '204': { description: Added }, default: { $ref: '#/components/responses/Failure' } }
    delete:
      responses: { '204': { description: Removed }, default: { $ref: '#/components/responses/Failure' } }
  /tasks/{taskId}/reminder:
    parameters: [{ name: taskId, in: path, required: true, schema: { type: integer } }]
    get:
      responses:
        '200': { description: The reminder, content: { application/json: { schema: { $ref: '#/components/schemas/Reminder' } } } }
        default: { $ref: '#/components/responses/Failure' }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Reminder' } } } }
      responses:
        '201': { description: The reminder, content: { application/json: { schema: { $ref: '#/components/schemas/Reminder' } } } }
        default: { $ref: '#/components/responses/Failure' }
    patch:
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { minutes: { type: integer } } } } } }
      responses: { '204': { description: Changed }, default: { $ref: '#/components/responses/Failure' } }
components:
  responses:
    Failure: { description: The error, content: { application/json: { schema: { $ref: '#/components/schemas/Failure' } } } }
  schemas:
    Failure:
      type: object
      required: [ok, error]
      properties:
        ok: { const: false }
        error: { enum: [not_found, invalid_arguments, already_exists, internal_error] }
        reason: { type: string }
    Mood: { type: [string, 'null'], enum: [good, bad, null], default: null }
    Person:
      type: object
      x-stored: true
      required: [id, name, mood]
      properties:
        id: { type: integer }
        name: { type: string, x-db-settings: { unique: true } }
        mood: { $ref: '#/components/schemas/Mood' }
    Level: { enum: [low, high], default: low }
    TaskWrite:
      type: object
      required: [title]
      properties:
        title: { type: string }
        weight: { type: integer, default: 2 }
        level: { $ref: '#/components/schemas/Level' }
        note: { type: string, default: none }
        ownerId: { type: [integer, 'null'] }
        tags: { type: array, items: { type: string } }
        watcher_ids: { type: array, items: { type: integer } }
        finished_at: { type: string, format: date-time }
    TaskSummary:
      type: object
      required: [id, ownerId]
      properties:
        id: { type: integer }
        ownerId: { type: [integer, 'null'] }
        title: { type: string }
        tags: { type: array, items: { type: string } }
    Task:
      type: object
      x-stored: true
      required: [id, title, weight, level, created, owner, watcher_ids]
      properties:
        id: { type: integer }
        title: { type: string }
        weight: { type: integer }
        level: { enum: [low, high] }
        note: { type: string, default: '' }
        owner: { anyOf: [{ $ref: '#/components/schemas/Person' }, { type: 'null' }] }
        tags: { type: array, items: { type: string } }
        watcher_ids: { type: array, items: { type: integer, x-relation: Person } }
        created: { type: integer, format: int64, readOnly: true, x-db-settings: { default: '{{time.time}}' } }
        finished_at: { type: string, format: date-time }
    Reminder:
      type: object
      x-stored: true
      required: [minutes]
      properties:
        task: { type: integer, writeOnly: true, x-relation: Task, x-db-settings: { uselist: false } }
        minutes: { type: integer }
`

const ADD_WATCHER = `import { registry } from '../generated/index.js'

registry.action('add_watcher', async ({ item, params, models }) => {
  const task = await models.task.findUnique({ where: { id: item.id }, include: { watcher_ids: true } })
  const known = (task?.watcher_ids ?? []).map(({ id }) => id)
  await models.task.update({ where: { id: item.id }, data: { watcher_ids: [...known, params.personId] } })
})
`

onDocument(
  'contracts as designers write them',
  DOCUMENT,
  (service) => {
    const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      service().send(method, `/api${path}`, body)
    const get = async (path: string): Promise<Body> => (await send('GET', path)).body
    const create = async (path: string, body: object): Promise<Body> => (await send('POST', path, body)).body
    const listed = async (query: string, name: string): Promise<readonly unknown[]> =>
      Object.values((await get(`/tasks?${query}`))['tasks'] ?? {}).map((each) => each[name])

    it('sets the defaults of the body of a POST or PUT, and none of a PATCH', async () => {
      const task = await create('/tasks', { title: 'Sow' })
      expect([task['weight'], task['level'], task['note']]).toEqual([2, 'low', 'none'])
      const path = `/tasks/${String(task['id'])}`
      await send('PATCH', path, { weight: 3 })
      expect((await send('PATCH', path, { title: 'Mow' })).status).toBe(204)
      expect(await get(path)).toMatchObject({ title: 'Mow', weight: 3 })
      expect((await send('PUT', path, { title: 'Reap', level: 'high' })).status).toBe(204)
      expect(await get(path)).toMatchObject({ title: 'Reap', weight: 2, level: 'high', note: 'none' })
      expect((await create('/tasks', { title: 'x', note: 'own' }))['note']).toBe('own')
    })

    it('sets times in whole seconds', async () => {
      const before = Math.floor(Date.now() / 1000)
      const created = Number((await create('/tasks', { title: 'Now' }))['created'])
      expect(Number.isInteger(created) && created >= before && created <= before + 60).toBe(true)
    })

    it('names errors by the values of "error"', async () => {
      await create('/people', { name: 'Ada' })
      const statusAndError = async (method: string, path: string, body?: object): Promise<unknown> => {
        const { status, body: sent } = await send(method, path, body)
        return [status, sent['ok'], sent['error'], typeof sent['reason']]
      }
      expect(await statusAndError('GET', '/tasks/999')).toEqual([404, false, 'not_found', 'string'])
      expect(await statusAndError('POST', '/people', { name: 'Ada' })).toEqual([
        409,
        false,
        'already_exists',
        'string',
      ])
      expect(await statusAndError('POST', '/tasks', {})).toEqual([400, false, 'invalid_arguments', 'string'])
    })

    it('filters by a choice that can be null', async () => {
      await create('/people', { name: 'Bob', mood: 'bad' })
      await create('/people', { name: 'Cy' })
      const moods = async (query: string): Promise<readonly unknown[]> =>
        Object.values(await get(`/people${query}`)).map((each) => each['mood'])
      expect(new Set(await moods(''))).toEqual(new Set([null, 'bad']))
      expect(await moods('?mood=bad')).toEqual(['bad'])
      expect((await send('GET', '/people?mood=null')).status).toBe(400)
    })

    it('lists summaries with the keys of related items, and always the members that they require', async () => {
      const { id } = await create('/people', { name: 'Di' })
      const tags = ['a', 'b']
      const task = await create('/tasks', { title: 'Own', ownerId: id, tags })
      expect(task['owner']?.['name']).toBe('Di')
      const summary = { id: task['id'], ownerId: id, title: 'Own', tags }
      const page = await get(`/tasks?ownerId=${String(id)}&take=5`)
      expect(page).toEqual({ tasks: [summary], response_metadata: { next_cursor: '', take: 5 } })
      expect((await get('/tasks?tag=b'))['tasks']).toEqual([summary])
      expect(await listed('tag=c', 'id')).toEqual([])
      expect((await get('/tasks?tag=b&fields=title'))['tasks']).toEqual([
        { id: task['id'], ownerId: id, title: 'Own' },
      ])
    })

    it('continues after the cursor, and sorts by a time without its ending', async () => {
      for (const day of [2, 3, 1])
        await create('/tasks', { title: `t${day}`, tags: ['day'], finished_at: `2020-01-0${day}T00:00:00Z` })
      expect(await listed('tag=day&sort=finished', 'title')).toEqual(['t1', 't2', 't3'])
      const first = await get('/tasks?tag=day&sort=-finished&take=2')
      const cursor = encodeURIComponent(String(first['response_metadata']?.['next_cursor']))
      expect(await listed(`tag=day&sort=-finished&take=2&cursor=${cursor}`, 'title')).toEqual(['t1'])
    })

    it('links items by lists of keys, one by one as well', async () => {
      const [eve, flo] = [await create('/people', { name: 'Eve' }), await create('/people', { name: 'Flo' })]
      const task = await create('/tasks', { title: 'Watched', watcher_ids: [eve['id']] })
      expect(task['watcher_ids']).toEqual([eve['id']])
      expect((await send('POST', '/tasks', { title: 'x', watcher_ids: [999] })).status).toBe(400)
      const path = `/tasks/${String(task['id'])}`
      const link = `${path}/watcher_ids/${String(flo['id'])}`
      expect((await send('PUT', link)).status).toBe(204)
      expect((await send('PUT', link.replace(path, '/tasks/999'))).status).toBe(404)
      const watchers = async (): Promise<ReadonlySet<unknown>> =>
        new Set(Object.values((await get(path))['watcher_ids'] ?? {}))
      expect(await watchers()).toEqual(new Set([eve['id'], flo['id']]))
      expect((await send('DELETE', link)).status).toBe(204)
      expect(await watchers()).toEqual(new Set([eve['id']]))
      expect((await send('DELETE', link)).status).toBe(404)
      expect(Object.values(await get('/people')).map(({ name }) => name)).toContain('Flo')
    })

    it('serves an item that the item above identifies', async () => {
      const path = `/tasks/${String((await create('/tasks', { title: 'Bell' }))['id'])}/reminder`
      expect((await send('GET', path)).body['error']).toBe('not_found')
      const made = await send('POST', path, { minutes: 5 })
      expect([made.status, made.body]).toEqual([201, { minutes: 5 }])
      expect((await send('POST', path, { minutes: 6 })).body['error']).toBe('already_exists')
      expect((await send('PATCH', path, { minutes: 7 })).status).toBe(204)
      expect(await get(path)).toEqual({ minutes: 7 })
      expect((await send('PATCH', path, { minutes: 'x' })).body['error']).toBe('invalid_arguments')
    })
  },
  { everyEngine: true, code: { 'src/actions/add-watcher.ts': ADD_WATCHER } },
)

const ENVELOPES = `openapi: 3.0.3
info: { title: Checks, version: '1' }
servers: [{ url: /api }]
paths:
  /checks:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }
      responses: { '201': { $ref: '#/components/responses/Check' } }
  /checks/{checkId}:
    get:
      parameters: [{ name: checkId, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { $ref: '#/components/responses/Check' } }
components:
  responses:
    Check:
      description: The check
      content:
        application/json:
          schema:
            type: object
            required: [check, self]
            properties:
              check: { $ref: '#/components/schemas/Check' }
              self: { type: string }
              total: { type: integer }
  schemas:
    Check: { type: object, x-stored: true, required: [id], properties: { id: { type: integer }, name: { type: string } } }
`

onDocument(
  'an envelope of one item',
  ENVELOPES,
  (service) => {
    it('contains the URL of the item, and nothing about a page', async () => {
      const created = await service().send('POST', '/api/checks', { name: 'A' })
      const { check, self, ...others } = created.body
      expect([created.status, others]).toEqual([201, {}])
      expect(String(self)).toMatch(/^http:.*\/api\/checks\/\d+$/)
      const shown = await service().send('GET', String(self).replace(/^http:\/\/[^/]+/, ''))
      expect([shown.status, shown.body]).toEqual([200, { check, self }])
    })
  },
  { settings: { auth: false, validate_responses: true }, everyEngine: true },
)
