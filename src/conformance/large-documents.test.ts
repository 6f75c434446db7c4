import { expect, it } from 'vitest'
import { onDocument } from './documents.js'
import { processorTime } from '../testing/processor-time.js'

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`
const shown = (path: string, component: string): string => `
  ${path}/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: OK, ${content(ref(component))} } }`
const listed = (component: string): string => `{ type: array, items: ${ref(component)} }`

/** Songs contain playlists, which contain songs. Authors contain posts, which contain their author. Plans are four levels. */
const DOCUMENT = `openapi: 3.1.0
info: { title: Songs, version: '1' }
paths:
  /fill/{count}:
    post:
      operationId: fill
      parameters: [{ name: count, in: path, required: true, schema: { type: integer } }]
      responses: { '204': { description: Filled } }${shown('/songs', 'Song')}
  /songs:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 1000 } }, { name: id, in: query, schema: { type: array, items: { type: integer } } }]
      responses: { '200': { description: OK, ${content(listed('Song'))} } }${shown('/playlists', 'Playlist')}${shown('/authors', 'Author')}${shown('/posts', 'Post')}${shown('/plans', 'Plan')}${shown('/folders', 'Folder')}
    patch:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody: { ${content('{ type: object, properties: { name: { type: string } } }')} }
      responses: { '200': { description: OK, ${content('{ type: object, properties: { id: { type: integer } } }')} } }
  /plans:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer } }, { name: expand, in: query, schema: { type: string } }]
      responses: { '200': { description: OK, ${content(listed('Plan'))} } }
components:
  schemas:
    Song: { type: object, x-stored: true, properties: { id: { type: integer }, playlists: ${listed('Playlist')} } }
    Playlist: { type: object, x-stored: true, properties: { id: { type: integer }, songs: ${listed('Song')} } }
    Author: { type: object, x-stored: true, properties: { id: { type: integer }, posts: ${listed('Post')} } }
    Post: { type: object, x-stored: true, properties: { id: { type: integer }, author: ${ref('Author')} } }
    Folder:
      type: object
      x-stored: true
      properties: { id: { type: integer }, name: { type: string }, parent_id: { type: integer, x-relation: Folder }, folders: ${listed('Folder')} }
    Plan: { type: object, x-stored: true, properties: { id: { type: integer }, years: ${listed('Year')} } }
    Year: { type: object, x-stored: true, properties: { id: { type: integer }, months: ${listed('Month')} } }
    Month: { type: object, x-stored: true, properties: { id: { type: integer }, days: ${listed('Day')} } }
    Day: { type: object, x-stored: true, properties: { id: { type: integer }, tasks: ${listed('Task')} } }
    Task: { type: object, x-stored: true, properties: { id: { type: integer } } }
`

const FILL = `import { registry } from '../generated/index.js'

registry.action('fill', async ({ models, params: { count } }) => {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const { id: author } = await models.author.create({ data: {} })
  for (const id of ids) {
    await models.playlist.create({ data: {} })
    await models.post.create({ data: { author } })
    await models.folder.create({ data: { parent_id: id === 1 ? null : id - 1 } })
    await models.task.create({ data: {} })
  }
  for (const _ of ids) await models.song.create({ data: { playlists: ids } })
  for (const _ of ids) await models.day.create({ data: { tasks: ids } })
  for (const _ of ids) await models.month.create({ data: { days: ids } })
  for (const _ of ids) await models.year.create({ data: { months: ids } })
  await models.plan.create({ data: { years: ids } })
  return undefined
})
`

const COUNT = 40

onDocument(
  'documents that contain each other',
  DOCUMENT,
  (service) => {
    const get = async (path: string) => {
      const start = processorTime()
      const { status, body } = await service().send('GET', path)
      expect(processorTime() - start).toBeLessThan(5000)
      return { status, body }
    }

    it('do not contain the items of a list again and again', async () => {
      expect((await service().send('POST', `/fill/${COUNT}`)).status).toBe(204)
      const songs = Array.from({ length: COUNT }, (_, index) => ({ id: index + 1 }))
      const playlists = songs.map(({ id }) => ({ id, songs }))
      expect(await get('/songs/1')).toEqual({ status: 200, body: { id: 1, playlists } })
      const posts = songs.map(({ id }) => ({ id, author: { id: 1 } }))
      expect(await get('/authors/1')).toEqual({ status: 200, body: { id: 1, posts } })
      expect(await get('/posts/1')).toEqual({
        status: 200,
        body: { id: 1, author: { id: 1, posts } },
      })
    })

    it('contain the levels of a tree', async () => {
      const below = (id: number, levels: number): object => ({
        id,
        ...(id === 1 ? {} : { parent_id: id - 1 }),
        ...(levels === 0 ? {} : { folders: [below(id + 1, levels - 1)] }),
      })
      expect((await get('/folders/1')).body).toEqual(below(1, 4))
    })

    it('determine the entity tag, even if the response of the write is smaller', async () => {
      const { headers } = await service().send('GET', '/folders/2')
      const rename = (name: string) =>
        service().send('PATCH', '/folders/2', { name }, { 'if-match': String(headers['etag']) })
      expect([(await rename('a')).status, (await rename('b')).status]).toEqual([200, 412])
    })

    it('are rejected before they are too large to send', async () => {
      const { status, body } = await get('/plans/1')
      expect([status, body['detail']]).toEqual([
        400,
        'With the items in "months", the response would be larger than 33554432 bytes. Request fewer items, or raise max_response.',
      ])
    })

    it('are not made if clients do not ask for them', async () => {
      expect(await get('/plans')).toEqual({ status: 200, body: [{ id: 1 }] })
      expect((await get('/plans?expand=years')).status).toBe(400)
    })

    it('can be selected by up to 50 keys', async () => {
      const ids = Array.from({ length: COUNT }, (_, index) => `id=${index + 1}`).join('&')
      expect((await get(`/songs?limit=1&${ids}`)).body).toMatchObject([{ id: 1 }])
    })
  },
  { code: { 'src/actions/fill.ts': FILL }, everyEngine: true },
)
