import { MongoClient, ObjectId } from 'mongodb'
import { FILTERS, SETS } from './columns.js'

/** The storage of the baseline over the official driver. */
export function openMongodb(url) {
  const client = new MongoClient(url)
  const stories = client.db().collection('story')
  const users = client.db().collection('user')
  const notes = client.db().collection('note')

  const hasUser = async (username) =>
    (await users.findOne({ _id: username }, { projection: { _id: 1 } })) !== null

  /** This server knows no references: what an item names must be looked for. */
  async function checkOwner({ owner = null }) {
    if (owner !== null && !(await hasUser(owner)))
      throw Object.assign(new Error(`there is no user ${owner}`), { statusCode: 400 })
  }

  const note = async (id) => noteOf(await notes.findOne({ _id: id }))
  const changeNote = async (id, body) =>
    noteOf(await notes.findOneAndUpdate({ _id: id }, updateOf(body), { returnDocument: 'after' }))

  return {
    key: (text) => new ObjectId(text),
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
      return storyOf(await stories.findOneAndUpdate({ _id: id }, updateOf(body), { returnDocument: 'after' }))
    },
    // A server by itself has no transactions.
    transaction: (work) => work({ note, lockNote: note, changeNote }),
    close: () => client.close(),
  }
}

function filterOf(kind, value) {
  const path = FILTERS[kind]
  return path === null ? {} : { [path]: value }
}

/** What is null is not stored. */
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
