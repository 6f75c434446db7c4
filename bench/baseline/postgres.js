import { Pool, types } from 'pg'
import { Refusal } from './bodies.js'
import { aggregated, CREATED, FILTERS, NOTE, ORDERS, SETS, STORY } from './columns.js'

/** Parsers that return datetimes as ISO 8601 text in UTC, and big integers as numbers. */
const TYPES = {
  getTypeParser: (oid, format) => {
    if (oid === 1184)
      return (text) =>
        `${text.slice(0, 10)}T${text.slice(11, 19)}.${(text.slice(20).replace(/\+.*/, '') + '000').slice(0, 3)}Z`
    if (oid === 20) return Number
    return types.getTypeParser(oid, format)
  },
}

/** Queries with this condition are not prepared, because rare and common words need different plans. */
const FOUND = `to_tsvector('simple', title || ' ' || body) @@ websearch_to_tsquery('simple', $1)`

/** Opens a store that uses `pg`. Statements whose plan does not depend on their values are prepared. */
export function openPostgres(url) {
  // Requests end within five seconds, even if the server does not respond.
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 4000,
    query_timeout: 4500,
    options: '-c timezone=UTC -c datestyle=ISO',
  })
  pool.on('error', () => undefined)
  const askOver = (connection) => async (name, text, values) =>
    (await connection.query({ name, text, values, types: TYPES })).rows
  const ask = askOver(pool)

  async function transaction(work) {
    const client = await pool.connect()
    const within = askOver(client)
    try {
      await client.query('BEGIN')
      const result = await work({
        note: async (id) => (await within('note', `SELECT ${NOTE} FROM note WHERE id = $1`, [id]))[0],
        lockNote: async (id) =>
          (await within('lock note', `SELECT ${NOTE} FROM note WHERE id = $1 FOR UPDATE`, [id]))[0],
        changeNote: (id, body) => change(within, 'note', NOTE, id, body),
        lockStory: async (id) =>
          (await within('lock story', `SELECT ${STORY} FROM story WHERE id = $1 FOR UPDATE`, [id]))[0],
        changeStory: (id, body) => change(within, 'story', STORY, id, body),
      })
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  }

  async function change(ask, table, selection, id, body) {
    const names = Object.keys(body)
    if (names.length === 0)
      return (await ask(table, `SELECT ${selection} FROM ${table} WHERE id = $1`, [id]))[0]
    const sets = names.map((name, index) => `${SETS[name]} = $${index + 1}`)
    const text = `UPDATE ${table} SET ${sets} WHERE id = $${names.length + 1} RETURNING ${selection}`
    const [row] = await ask(`change ${table} ${names}`, text, [
      ...names.map((name) => stored(name, body[name])),
      id,
    ])
    return row
  }

  return {
    key: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
    hasUser: async (username) =>
      (await ask('user', 'SELECT 1 FROM "user" WHERE username = $1', [username])).length > 0,
    story: async (id) => (await ask('story', `SELECT ${STORY} FROM story WHERE id = $1`, [id]))[0],
    stories: (kind, value, start, limit) => {
      const column = FILTERS[kind]
      const where = column === null ? '' : ` WHERE ${column} = $3`
      const text = `SELECT ${STORY} FROM story${where} ORDER BY id LIMIT $1 OFFSET $2`
      return ask(`stories ${kind}`, text, column === null ? [limit, start] : [limit, start, value])
    },
    count: async (kind, value) => {
      const column = FILTERS[kind]
      const where = column === null ? '' : ` WHERE ${column} = $1`
      const text = `SELECT count(*) AS total FROM story${where}`
      return (await ask(`count ${kind}`, text, column === null ? [] : [value]))[0].total
    },
    ordered: (sort, after, start, limit) => {
      const { order, after: operator } = ORDERS[sort]
      const places =
        after.length === 0 ? '' : ` WHERE ${operator} (${after.map((_, index) => `$${index + 3}`)})`
      const text = `SELECT ${STORY} FROM story${places} ORDER BY ${order} LIMIT $1 OFFSET $2`
      return ask(`ordered ${sort} ${after.length}`, text, [limit, start, ...after])
    },
    articles: async (q, start, limit) =>
      (
        await pool.query(
          `WITH found AS MATERIALIZED (SELECT id, title, body FROM article WHERE ${FOUND}) SELECT * FROM found ORDER BY id LIMIT $2 OFFSET $3`,
          [q, limit, start],
        )
      ).rows.map((row) => ({ ...row, id: Number(row.id) })),
    countArticles: async (q) =>
      Number((await pool.query(`SELECT count(*) AS total FROM article WHERE ${FOUND}`, [q])).rows[0].total),
    aggregations: async () =>
      aggregated(
        await ask(
          'topics',
          'SELECT topic, count(*) AS n FROM story WHERE topic IS NOT NULL GROUP BY topic ORDER BY n DESC, topic LIMIT 10',
        ),
        await ask(
          'stats',
          'SELECT count(progress) AS count, sum(progress) AS sum, min(progress) AS min, max(progress) AS max FROM story',
        ),
      ),
    createStory: async (body) => {
      const places = CREATED.map((_, index) => `$${index + 1}`)
      const text = `INSERT INTO story (${CREATED}) VALUES (${places}) RETURNING ${STORY}`
      const values = Object.keys(SETS).map((name) => stored(name, body[name] ?? null))
      return (await ask('create', text, values))[0]
    },
    changeStory: (id, body) => change(ask, 'story', STORY, id, body),
    transaction,
    errorFor,
    close: () => pool.end(),
  }
}

function stored(name, value) {
  return name === 'tags' && value !== null ? JSON.stringify(value) : value
}

/** Converts database errors to error responses. */
function errorFor(error) {
  if (error.code === '23503') return new Refusal(400, [{ path: '/owner', message: 'there is no such user' }])
  const isOfServer = 'severity' in error && !/^(08|53|57P)/.test(error.code)
  return isOfServer ? error : new Refusal(503)
}
