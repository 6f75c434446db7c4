import { createHash, randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import { sendError, changesIn, newStory, note, Refusal, story, validatorOf } from './bodies.js'

// The service for `../serve/api`, handwritten for speed: it sends the same responses, with as little code as possible
// between Fastify and the driver.

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{1,5})?$/i

const page = {
  type: 'object',
  additionalProperties: false,
  properties: {
    _limit: { type: 'integer', minimum: 0, maximum: 1000, default: 20 },
    _start: { type: 'integer', minimum: 0, default: 0 },
    topic: { type: 'string', format: 'text' },
    team: { type: 'string', format: 'text' },
    q: { type: 'string', format: 'text' },
    _search_fields: { const: 'body' },
    _after: { type: 'string' },
    '_aggs.topics.terms.field': { const: 'topic' },
    '_aggs.progress.stats.field': { const: 'progress' },
    _sort: { enum: ['-topic'] },
  },
}

/** Without authentication: everything is permitted and visible. */
const OPEN = { known: [], view: [], create: [], update: [], story: storyDocument }

/**
 * Builds the handwritten service.
 * @param store opened by `./sqlite.js`, `./postgres.js` or `./mongodb.js`
 * @param guard request hooks for authentication and permissions, and the function that returns a story's visible
 * document
 */
export function buildBaseline(store, guard = OPEN) {
  const app = fastify({ logger: { level: 'warn' }, genReqId: () => randomUUID() })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(HEADERS)
    done(isReadable(request) ? undefined : new Refusal(400))
  })
  app.addHook('onClose', () => store.close())
  app.setValidatorCompiler(validatorOf)
  app.setErrorHandler((error, request, reply) => {
    const isKnown = error instanceof Refusal || error.statusCode !== undefined
    return sendError(isKnown ? error : store.errorFor(error), request, reply)
  })
  for (const hook of guard.known) app.addHook('onRequest', hook)

  app.get('/v1/stories', { schema: { querystring: page }, onRequest: guard.view }, async (request, reply) => {
    const { _limit: limit, _start: start, _after: after, _sort: sort, topic } = request.query
    if (request.query['_aggs.topics.terms.field'] !== undefined) return store.aggregations()
    if (after !== undefined || sort !== undefined) return ordered(request, reply, sort, after, start, limit)
    return list(request, reply, topic === undefined ? 'all' : 'topic', topic, start, limit)
  })

  app.get(
    '/v1/users/:username/stories',
    { schema: { querystring: page }, onRequest: guard.view },
    async (request, reply) => {
      const { username } = request.params
      if (!(await store.hasUser(username))) throw new Refusal(404)
      return list(request, reply, 'owner', username, request.query._start, request.query._limit)
    },
  )

  app.get('/v1/records', { schema: { querystring: page } }, async (request, reply) => {
    const { _limit: limit, _start: start } = request.query
    const isAdmin = request.caller?.groups.has('admin') === true
    const team = (isAdmin ? request.query.team : request.caller?.team) ?? null
    const rows = linked(request, reply, await store.records(team, start, limit + 1), limit)
    const total = declinesCount(request) ? {} : { total: await store.countRecords(team) }
    return { ...total, start, count: rows.length, data: rows.map((row) => recordDocument(request, row)) }
  })

  app.get('/v1/articles', { schema: { querystring: page } }, async (request, reply) => {
    const { _limit: limit, _start: start, q } = request.query
    const rows = await store.articles(q, start, limit + 1)
    const data = linked(request, reply, rows, limit).map((row) => articleDocument(request, row))
    return { total: await store.countArticles(q), start, count: data.length, data }
  })

  app.get('/v1/stories/:id', { onRequest: guard.view }, async (request, reply) => {
    const row = found(await store.story(keyOf(request)))
    return tagged(request, reply, guard.story(request, row))
  })

  app.post('/v1/stories', { schema: { body: newStory }, onRequest: guard.create }, async (request, reply) => {
    const row = await store.createStory({ status: 'draft', ...changesIn(request) })
    const document = guard.story(request, row)
    return tagged(request, reply.code(201).header('location', document._self), document)
  })

  app.patch(
    '/v1/stories/:id',
    { schema: { body: story }, onRequest: guard.update },
    async (request, reply) => {
      const isConditional = request.headers['if-match'] !== undefined
      const row = await (isConditional ? changeMatching(request) : changeStory(request))
      return tagged(request, reply, guard.story(request, row))
    },
  )

  app.get('/v1/notes/:id', { onRequest: guard.view }, async (request, reply) => {
    const document = await store.transaction(async ({ note }) => {
      const row = found(await note(keyOf(request)))
      await before({ request, row })
      const response = noteDocument(request, row)
      await after({ request, row, response })
      return response
    })
    return tagged(request, reply, document)
  })

  app.patch('/v1/notes/:id', { schema: { body: note }, onRequest: guard.update }, async (request, reply) => {
    const document = await store.transaction(async ({ lockNote, changeNote }) => {
      const id = keyOf(request)
      const row = found(await lockNote(id))
      checkMatch(request, () => noteDocument(request, row))
      const changes = changesIn(request)
      await before({ request, row, changes })
      const response = noteDocument(request, await changeNote(id, changes))
      await after({ request, row, response })
      return response
    })
    return tagged(request, reply, document)
  })

  /** @throws Refusal if the value is not a key */
  function keyOf(request) {
    const key = store.key(request.params.id)
    if (key === undefined) throw new Refusal(404)
    return key
  }

  async function changeStory(request) {
    return found(await store.changeStory(keyOf(request), changesIn(request)))
  }

  function changeMatching(request) {
    return store.transaction(async ({ lockStory, changeStory }) => {
      const id = keyOf(request)
      const row = found(await lockStory(id))
      checkMatch(request, () => guard.story(request, row))
      return changeStory(id, changesIn(request))
    })
  }

  async function list(request, reply, kind, value, start, limit) {
    const rows = linked(request, reply, await store.stories(kind, value, start, limit + 1), limit)
    const total = declinesCount(request) ? {} : { total: await store.count(kind, value) }
    return { ...total, start, count: rows.length, data: rows.map((row) => guard.story(request, row)) }
  }

  async function ordered(request, reply, sort, cursor, start, limit) {
    const after = cursor === undefined ? [] : valuesIn(cursor, request)
    const rows = linked(request, reply, await store.ordered(sort, after, start, limit + 1), limit)
    const total = declinesCount(request) ? {} : { total: await store.count('all') }
    const data = rows.map((row) => storyDocument(request, row))
    return { ...total, ...(cursor === undefined ? { start } : {}), count: rows.length, data }
  }

  return app
}

/** The handlers for notes. They do nothing, but are asynchronous. */
async function before() {}
async function after() {}

/** Returns the rows on a page. If there is an extra row, removes it and adds a `Link` header for the next page. */
function linked(request, reply, rows, limit) {
  if (rows.length <= limit) return rows
  const last = rows[limit - 1]
  const sort = request.query._sort ?? ''
  const values = sort === '' ? [last.id] : [last.topic, last.id]
  const parameters = new URLSearchParams(request.url.split('?')[1])
  parameters.delete('_start')
  parameters.set('_after', Buffer.from(JSON.stringify([sort, values])).toString('base64url'))
  reply.header('link', `<${request.url.split('?')[0]}?${parameters}>; rel="next"`)
  return rows.slice(0, limit)
}

/**
 * Returns the values in a request's cursor. @throws Refusal if the cursor is invalid or was created for a different
 * sort order
 */
function valuesIn(cursor, { query }) {
  try {
    const [sort, values] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (sort === (query._sort ?? '') && values.every(isScalar)) return values
  } catch {
    // Not a cursor.
  }
  throw new Refusal(400, [{ path: '/_after', message: 'is not a cursor for this order' }])
}

function isScalar(value) {
  return value === null || typeof value !== 'object'
}

/**
 * Returns whether the request has a valid query encoding and exactly one valid `Host` (URLs in responses contain the
 * host).
 */
function isReadable({ host, raw, url }) {
  if (!HOST.test(host) || raw.headersDistinct.host.length > 1) return false
  const start = url.indexOf('?')
  if (start === -1 || !url.includes('%', start)) return true
  try {
    decodeURIComponent(url.slice(start))
    return true
  } catch {
    return false
  }
}

function declinesCount({ headers: { prefer = '' } }) {
  return prefer.split(',').some((preference) => preference.trim() === 'count=none')
}

function storyDocument(request, row) {
  return {
    _type: 'Story',
    _pk: String(row.id),
    _self: `${request.protocol}://${request.host}/v1/stories/${row.id}`,
    body: row.body,
    created_at: row.created_at,
    id: row.id,
    progress: row.progress,
    status: row.status,
    tags: row.tags,
    title: row.title,
    topic: row.topic,
    owner: row.owner_id,
  }
}

function articleDocument(request, row) {
  return {
    _type: 'Article',
    _pk: String(row.id),
    _self: `${request.protocol}://${request.host}/v1/articles/${row.id}`,
    body: row.body,
    id: row.id,
    title: row.title,
  }
}

function recordDocument(request, row) {
  return {
    _type: 'Record',
    _pk: String(row.id),
    _self: `${request.protocol}://${request.host}/v1/records/${row.id}`,
    body: row.body,
    id: row.id,
    team: row.team,
    title: row.title,
  }
}

function noteDocument(request, row) {
  return {
    _type: 'Note',
    _pk: String(row.id),
    _self: `${request.protocol}://${request.host}/v1/notes/${row.id}`,
    body: row.body,
    id: row.id,
    title: row.title,
  }
}

function tagged(request, reply, document) {
  const text = JSON.stringify(document)
  const tag = tagOf(text)
  reply.header('etag', tag)
  if (request.method === 'GET' && request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.type('application/json').send(text)
}

function tagOf(text) {
  return `"${createHash('sha1').update(text).digest('base64url')}"`
}

function checkMatch(request, document) {
  const tags = request.headers['if-match']
  if (tags !== undefined && tags !== '*' && !tags.includes(tagOf(JSON.stringify(document()))))
    throw new Refusal(412)
}

/** @throws Refusal if the item does not exist */
function found(row) {
  if (row === undefined) throw new Refusal(404)
  return row
}
