import { Refusal } from './bodies.js'
import { aggregated, CREATED, FILTERS, NOTE, ORDERS, SETS, STORY } from './columns.js'
import { openFile } from './driver.js'

/**
 * Opens a store that prepares every statement once. Writes use `all`, because `get` stops at
 * the first row, after which SQLite never checkpoints its log.
 */
export function openSqlite(file) {
  // Reads have their own connection, so that they do not see uncommitted changes.
  const [database, writer] = [opened(file), opened(file)]

  const show = database.prepare(`SELECT ${STORY} FROM story WHERE id = ?`)
  const user = database.prepare('SELECT 1 FROM user WHERE username = ?')
  const insert = writer.prepare(
    `INSERT INTO story (${CREATED.join(', ')}) VALUES (${CREATED.map(() => '?')}) RETURNING ${STORY}`,
  )
  const lists = prepared((where) => `SELECT ${STORY} FROM story${where} ORDER BY id LIMIT ? OFFSET ?`)
  const counts = prepared((where) => `SELECT count(*) AS total FROM story${where}`)
  const updates = new Map()
  const orders = Object.fromEntries(
    Object.entries(ORDERS).map(([sort, { order, after }]) => {
      const text = (where) => `SELECT ${STORY} FROM story${where} ORDER BY ${order} LIMIT ? OFFSET ?`
      const places = sort === 'undefined' ? '?' : '(?, ?)'
      return [sort, [database.prepare(text('')), database.prepare(text(` WHERE ${after} ${places}`))]]
    }),
  )
  const search = database.prepare(
    'SELECT a.id, a.title, a.body FROM article_fts f JOIN article a ON a.id = f.rowid WHERE article_fts MATCH ? ORDER BY f.rowid LIMIT ? OFFSET ?',
  )
  const countFound = database.prepare('SELECT count(*) AS total FROM article_fts WHERE article_fts MATCH ?')
  // Only the API with authentication has records.
  const hasRecords = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'record'").get() !== undefined
  const records =
    hasRecords &&
    database.prepare('SELECT id, title, body, team FROM record WHERE team = ? ORDER BY id LIMIT ? OFFSET ?')
  const countRecords = hasRecords && database.prepare('SELECT count(*) AS total FROM record WHERE team = ?')
  const topics = database.prepare(
    'SELECT topic, count(*) AS n FROM story WHERE topic IS NOT NULL GROUP BY topic ORDER BY n DESC, topic LIMIT 10',
  )
  const stats = database.prepare(
    'SELECT count(progress) AS count, sum(progress) AS sum, min(progress) AS min, max(progress) AS max FROM story',
  )

  function prepared(text) {
    const entries = Object.entries(FILTERS).map(([kind, column]) => [
      kind,
      database.prepare(text(column === null ? '' : ` WHERE ${column} = ?`)),
    ])
    return Object.fromEntries(entries)
  }

  function change(table, selection, id, body) {
    const names = Object.keys(body)
    if (names.length === 0) return (table === 'note' ? lockedNote : lockedStory).get(id)
    const shape = `${table} ${names}`
    if (!updates.has(shape)) {
      const sets = names.map((name) => `${SETS[name]} = ?`)
      updates.set(shape, writer.prepare(`UPDATE ${table} SET ${sets} WHERE id = ? RETURNING ${selection}`))
    }
    const values = names.map((name) => stored(name, body[name]))
    return updates.get(shape).all(...values, id)[0]
  }

  const begin = writer.prepare('BEGIN IMMEDIATE')
  const commit = writer.prepare('COMMIT')
  const rollback = writer.prepare('ROLLBACK')
  const lockedStory = writer.prepare(`SELECT ${STORY} FROM story WHERE id = ?`)
  const lockedNote = writer.prepare(`SELECT ${NOTE} FROM note WHERE id = ?`)
  const within = {
    note: (id) => lockedNote.get(id),
    lockNote: (id) => lockedNote.get(id),
    changeNote: (id, body) => change('note', NOTE, id, body),
    lockStory: (id) => decoded(lockedStory.get(id)),
    changeStory,
  }
  let waiting = 0
  let last = Promise.resolve()

  /** Runs transactions one after the other, because there is one connection for writes. */
  function inTurn(work) {
    waiting += 1
    const done = last.then(work).finally(() => (waiting -= 1))
    last = done.catch(() => undefined)
    return done
  }

  /** Runs work once no transaction is running. */
  function write(work) {
    return waiting === 0 ? work() : inTurn(work)
  }

  function transaction(work) {
    return inTurn(async () => {
      begin.run()
      try {
        const result = await work(within)
        commit.run()
        return result
      } catch (error) {
        rollback.run()
        throw error
      }
    })
  }

  function createStory(body) {
    const values = CREATED.map((column) => stored(NAMES[column], body[NAMES[column]] ?? null))
    return decoded(insert.all(...values)[0])
  }

  function changeStory(id, body) {
    return decoded(change('story', STORY, id, body))
  }

  return {
    key: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
    hasUser: (username) => user.get(username) !== undefined,
    story: (id) => decoded(show.get(id)),
    stories: (kind, value, start, limit) =>
      lists[kind].all(...(kind === 'all' ? [limit, start] : [value, limit, start])).map(decoded),
    count: (kind, value) => counts[kind].get(...(kind === 'all' ? [] : [value])).total,
    ordered: (sort, after, start, limit) =>
      orders[sort][after.length === 0 ? 0 : 1].all(...after, limit, start).map(decoded),
    articles: (q, start, limit) => search.all(q, limit, start),
    countArticles: (q) => countFound.get(q).total,
    records: (team, start, limit) => records.all(team, limit, start),
    countRecords: (team) => countRecords.get(team).total,
    aggregations: () => aggregated(topics.all(), stats.all()),
    createStory: async (body) => write(() => createStory(body)),
    changeStory: async (id, body) => write(() => changeStory(id, body)),
    transaction,
    errorFor,
    close: () => {
      database.close()
      writer.close()
    },
  }
}

const NAMES = Object.fromEntries(Object.entries(SETS).map(([name, column]) => [column, name]))

function opened(file) {
  const database = openFile(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  return database
}

/** Converts database errors to error responses. */
function errorFor(error) {
  if (error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || error.errcode === 787)
    return new Refusal(400, [{ path: '/owner', message: 'there is no such user' }])
  return error.code?.startsWith('SQLITE_BUSY') || error.errcode === 5 ? new Refusal(503) : error
}

/** Returns the value to store for a field. Dates are stored in one format, so that they can be compared. */
function stored(name, value) {
  if (value === null) return null
  if (name === 'tags') return JSON.stringify(value)
  return name === 'created_at' ? new Date(value).toISOString() : value
}

function decoded(row) {
  if (row !== undefined && row.tags !== null) row.tags = JSON.parse(row.tags)
  return row
}
