import { MongoClient, MongoError, MongoServerError, ObjectId } from 'mongodb'
import { Refusal } from './bodies.js'
import { FILTERS, SETS } from './columns.js'

/** Opens a store that uses the official driver. */
export function openMongodb(url) {
  // Requests end within five seconds, even if the server does not respond.
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: 1_500,
    connectTimeoutMS: 2_000,
    waitQueueTimeoutMS: 3_000,
    heartbeatFrequencyMS: 500,
  })
  const stories = client.db().collection('story')
  const users = client.db().collection('user')
  const notes = client.db().collection('note')

  const hasUser = async (username) =>
    (await users.findOne({ _id: username }, { projection: { _id: 1 } })) !== null

  /** Checks that the owner exists, because MongoDB has no foreign keys. */
  async function checkOwner({ owner = null }) {
    if (owner !== null && !(await hasUser(owner)))
      throw new Refusal(400, [{ path: '/owner', message: 'there is no such user' }])
  }

  /**
   * Runs `work`. If it fails, reverts its writes, unless other requests have since changed the documents. A standalone
   * server has no transactions.
   */
  async function transaction(work) {
    const steps = []
    const locked = (collection, read) => async (id) => {
      const before = await collection.findOne({ _id: id })
      steps.push({ collection, before })
      return read(before)
    }
    const changing = (collection, read) => async (id, body) => {
      const after = await changed(collection, id, body)
      const step = steps.find(({ before }) => before?._id.equals(id))
      if (step !== undefined) step.after = after
      return read(after)
    }
    try {
      return await work({
        note: async (id) => noteOf(await notes.findOne({ _id: id })),
        lockNote: locked(notes, noteOf),
        changeNote: changing(notes, noteOf),
        lockStory: locked(stories, storyOf),
        changeStory: changing(stories, storyOf),
      })
    } catch (error) {
      for (const { collection, before, after } of steps)
        if (after !== undefined) await collection.replaceOne(after, before)
      throw error
    }
  }

  const changed = (collection, id, body) =>
    Object.keys(body).length === 0
      ? collection.findOne({ _id: id })
      : collection.findOneAndUpdate({ _id: id }, updateOf(body), { returnDocument: 'after' })

  return {
    key: (text) => (/^[\da-f]{24}$/.test(text) ? new ObjectId(text) : undefined),
    hasUser,
    story: async (id) => storyOf(await stories.findOne({ _id: id })),
    stories: async (kind, value, start, limit) => {
      const found = await stories
        .find(filterOf(kind, value))
        .sort({ _id: 1 })
        .skip(start)
        .limit(limit)
        .toArray()
      return found.map(storyOf)
    },
    count: (kind, value) => stories.countDocuments(filterOf(kind, value)),
    createStory: async (body) => {
      await checkOwner(body)
      const { $set: document = {} } = updateOf(body)
      await stories.insertOne(document)
      return storyOf(document)
    },
    changeStory: async (id, body) => {
      await checkOwner(body)
      return storyOf(await changed(stories, id, body))
    },
    transaction,
    /** Converts the error for an unreachable server to a 503 response. */
    errorFor: (error) =>
      error instanceof MongoError && !(error instanceof MongoServerError) ? new Refusal(503) : error,
    close: () => client.close(),
  }
}

function filterOf(kind, value) {
  const path = FILTERS[kind]
  return path === null ? {} : { [path]: value }
}

/** Returns the update for a body. Null values are not stored. */
function updateOf(body) {
  const set = {}
  const unset = {}
  for (const [name, value] of Object.entries(body)) {
    if (value === null) unset[SETS[name]] = ''
    else set[SETS[name]] = name === 'created_at' ? new Date(value) : value
  }
  return {
    ...(Object.keys(set).length > 0 ? { $set: set } : {}),
    ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
  }
}

function storyOf(document) {
  if (document === null) return undefined
  return {
    id: document._id.toHexString(),
    body: document.body ?? null,
    created_at: document.created_at?.toISOString() ?? null,
    progress: document.progress ?? null,
    status: document.status ?? null,
    tags: document.tags ?? null,
    title: document.title ?? null,
    topic: document.topic ?? null,
    owner_id: document.owner_id ?? null,
  }
}

function noteOf(document) {
  if (document === null) return undefined
  return { id: document._id.toHexString(), title: document.title ?? null, body: document.body ?? null }
}
