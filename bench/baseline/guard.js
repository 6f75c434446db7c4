import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'cookie'
import { openFile } from './driver.js'

const TIMEOUT = 86_400

/**
 * Returns handwritten checks for `../serve/api/secured.raml`: authentication with the emitted service's tickets,
 * permissions and field visibility. They include every check that the emitted service performs.
 */
export function openGuard(file, { auth_tkt_secret: secret }) {
  const database = openFile(file)
  const user = database.prepare('SELECT username, name, password, groups, team FROM user WHERE username = ?')
  const account = database.prepare('SELECT epoch FROM svc_auth_accounts WHERE user = ?')
  const ended = database.prepare('SELECT 1 FROM svc_auth_ended_sessions WHERE id = ?')

  const mac = (purpose, text) =>
    createHmac('sha512', secret).update(`${purpose}\n${text}`).digest('base64url')

  function callerOf(text) {
    const dot = text.indexOf('.')
    const payload = text.slice(0, dot)
    if (dot < 0 || !isSame(text.slice(dot + 1), mac('ticket', payload))) return null
    const [key, issued, session, stamp] = JSON.parse(Buffer.from(payload, 'base64url').toString())
    if (Math.floor(Date.now() / 1000) - issued > TIMEOUT || ended.get(session) !== undefined) return null
    const row = user.get(key)
    if (row === undefined) return null
    const epoch = account.get(key)?.epoch ?? ''
    if (mac('stamp', JSON.stringify([epoch, row.password])).slice(0, 22) !== stamp) return null
    return { key, team: row.team, groups: new Set(row.groups === null ? [] : JSON.parse(row.groups)) }
  }

  function refuseForeignOrigins(request, reply, done) {
    const { origin, cookie } = request.headers
    const isFine =
      origin === undefined || cookie === undefined || origin === `${request.protocol}://${request.host}`
    if (isFine) done()
    else refuse(reply, 403)
  }

  function know(request, reply, done) {
    const { cookie } = request.headers
    const ticket = cookie === undefined ? undefined : parse(cookie)['bench_ticket']
    request.caller = ticket === undefined ? null : callerOf(ticket)
    if (request.caller !== null) reply.header('cache-control', 'private, no-cache')
    done()
  }

  const may = (isAllowed) => (request, reply, done) => {
    if (isAllowed(request.caller)) done()
    else refuse(reply, request.caller === null ? 401 : 403)
  }

  return {
    known: [refuseForeignOrigins, know],
    view: may(() => true),
    create: may((caller) => caller !== null && (isIn(caller, 'admin') || !isIn(caller, 'guest'))),
    update: may((caller) => caller !== null && (isIn(caller, 'admin') || isIn(caller, 'editor'))),
    story: (request, row) => {
      if (request.caller === null) return publicStory(request, row)
      return isIn(request.caller, 'admin') ? adminStory(request, row) : memberStory(request, row)
    },
  }
}

function isSame(a, b) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function isIn(caller, group) {
  return caller.groups.has(group)
}

function refuse(reply, status) {
  reply.code(status).type('application/problem+json').send({ status })
}

function urlOf(request, row) {
  return `${request.protocol}://${request.host}/v1/stories/${row.id}`
}

function publicStory(request, row) {
  return {
    _type: 'Story',
    _pk: String(row.id),
    _self: urlOf(request, row),
    id: row.id,
    title: row.title,
    topic: row.topic,
  }
}

function memberStory(request, row) {
  return {
    _type: 'Story',
    _pk: String(row.id),
    _self: urlOf(request, row),
    body: row.body,
    created_at: row.created_at,
    id: row.id,
    status: row.status,
    tags: row.tags,
    title: row.title,
    topic: row.topic,
    owner: row.owner_id,
  }
}

function adminStory(request, row) {
  return { ...memberStory(request, row), progress: row.progress }
}
