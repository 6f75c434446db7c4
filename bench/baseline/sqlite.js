import Database from 'better-sqlite3'
import { aggregated, CREATED, FILTERS, NOTE, ORDERS, SETS, STORY } from './columns.js'

/**
 * The storage of the baseline over better-sqlite3, every statement prepared once. What writes is run to its end by `all`: `get` stops at the first row,
 * and SQLite then never moves its log into the database.
 */
export function openSqlite(file) {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')

  const show = database.prepare(`SELECT ${STORY} FROM story WHERE id = ?`)
  const user = database.prepare('SELECT 1 FROM user WHERE username = ?')
  const note = database.prepare(`SELECT ${NOTE} FROM note WHERE id = ?`)
  const insert = database.prepare(
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
    const shape = `${table} ${names}`
    if (!updates.has(shape)) {
      const sets = names.map((name) => `${SETS[name]} = ?`)
      updates.set(shape, database.prepare(`UPDATE ${table} SET ${sets} WHERE id = ? RETURNING ${selection}`))
    }
    return updates.get(shape).all(...names.map((name) => stored(name, body[name])), id)[0]
  }

  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const notes = {
    note: (id) => note.get(id),
    lockNote: (id) => note.get(id),
    changeNote: (id, body) => change('note', NOTE, id, body),
  }
  let last = Promise.resolve()

  /** One at a time, since there is one connection. */
  function transaction(work) {
    const done = last.then(async () => {
      begin.run()
      try {
        const result = await work(notes)
        commit.run()
        return result
      } catch (error) {
        rollback.run()
        throw error
      }
    })
    last = done.catch(() => undefined)
    return done
  }

  return {
    key: Number,
    hasUser: (username) => user.get(username) !== undefined,
    story: (id) => decoded(show.get(id)),
    stories: (kind, value, start, limit) =>
      lists[kind].all(...(kind === 'all' ? [limit, start] : [value, limit, start])).map(decoded),
    count: (kind, value) => counts[kind].get(...(kind === 'all' ? [] : [value])).total,
    ordered: (sort, after, start, limit) =>
      orders[sort][after.length === 0 ? 0 : 1].all(...after, limit, start).map(decoded),
    articles: (q, start, limit) => search.all(q, limit, start),
    countArticles: (q) => countFound.get(q).total,
    aggregations: () => aggregated(topics.all(), stats.all()),
    createStory: (body) =>
      decoded(insert.all(...CREATED.map((column) => stored(column, body[NAMES[column]] ?? null)))[0]),
    changeStory: (id, body) => decoded(change('story', STORY, id, body)),
    transaction,
    close: () => database.close(),
  }
}

const NAMES = Object.fromEntries(Object.entries(SETS).map(([name, column]) => [column, name]))

function stored(name, value) {
  return name === 'tags' && value !== null ? JSON.stringify(value) : value
}

function decoded(row) {
  if (row !== undefined && row.tags !== null) row.tags = JSON.parse(row.tags)
  return row
}
