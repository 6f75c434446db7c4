import { Pool, types } from 'pg'
import { CREATED, FILTERS, NOTE, SETS, STORY } from './columns.js'

/** Dates stay text, as ISO 8601 in UTC; big integers are numbers. */
const TYPES = {
  getTypeParser: (oid, format) => {
    if (oid === 1184)
      return (text) =>
        `${text.slice(0, 10)}T${text.slice(11, 19)}.${(text.slice(20).replace(/\+.*/, '') + '000').slice(0, 3)}Z`
    if (oid === 20) return Number
    return types.getTypeParser(oid, format)
  },
}

/** The storage of the baseline over `pg`, every statement named. */
export function openPostgres(url) {
  const pool = new Pool({ connectionString: url, max: 10, options: '-c timezone=UTC -c datestyle=ISO' })
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
    const sets = names.map((name, index) => `${SETS[name]} = $${index + 1}`)
    const text = `UPDATE ${table} SET ${sets} WHERE id = $${names.length + 1} RETURNING ${selection}`
    const [row] = await ask(`change ${table} ${names}`, text, [
      ...names.map((name) => stored(name, body[name])),
      id,
    ])
    return row
  }

  return {
    key: Number,
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
    createStory: async (body) => {
      const places = CREATED.map((_, index) => `$${index + 1}`)
      const text = `INSERT INTO story (${CREATED}) VALUES (${places}) RETURNING ${STORY}`
      const values = Object.keys(SETS).map((name) => stored(name, body[name] ?? null))
      return (await ask('create', text, values))[0]
    },
    changeStory: (id, body) => change(ask, 'story', STORY, id, body),
    transaction,
    close: () => pool.end(),
  }
}

function stored(name, value) {
  return name === 'tags' && value !== null ? JSON.stringify(value) : value
}
