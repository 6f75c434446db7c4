/** The columns of a story that a SELECT reads. */
export const STORY = 'body, created_at, id, progress, status, tags, title, topic, owner_id'

/** Those of a note. */
export const NOTE = 'id, title, body'

/** The column that a field of a body sets. */
export const SETS = {
  body: 'body',
  created_at: 'created_at',
  progress: 'progress',
  status: 'status',
  tags: 'tags',
  title: 'title',
  topic: 'topic',
  owner: 'owner_id',
}

/** The columns that an INSERT sets. */
export const CREATED = Object.values(SETS)

/** The column that a list is filtered by. */
export const FILTERS = { all: null, topic: 'topic', owner: 'owner_id' }

/** What pages are ordered by, and what comes after the last row of one, by the value of `_sort`. */
export const ORDERS = {
  undefined: { order: 'id', after: 'id >' },
  '-topic': { order: 'topic DESC NULLS LAST, id DESC', after: '(topic, id) <' },
}

/** The answer to the aggregations that are asked for. */
export function aggregated(topics, [stats]) {
  const { count, sum, min, max } = stats
  return {
    aggregations: {
      topics: { buckets: topics.map(({ topic, n }) => ({ key: topic, doc_count: n })) },
      progress: { count, sum, avg: sum / count, min, max },
    },
  }
}
