/** The columns that SELECT reads for a story. */
export const STORY = 'body, created_at, id, progress, status, tags, title, topic, owner_id'

/** The columns that SELECT reads for a note. */
export const NOTE = 'id, title, body'

/** The column for each field in a body. */
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

/** The columns that INSERT sets. */
export const CREATED = Object.values(SETS)

/** The column for each filter. */
export const FILTERS = { all: null, topic: 'topic', owner: 'owner_id' }

/**
 * For each value of `_sort`, the sort order, and the start of the condition that selects the rows after the last row on
 * a page.
 */
export const ORDERS = {
  undefined: { order: 'id', after: 'id >' },
  '-topic': { order: 'topic DESC NULLS LAST, id DESC', after: '(topic, id) <' },
}

/** Returns the response to a request for aggregations. */
export function aggregated(topics, [stats]) {
  const { count, sum, min, max } = stats
  return {
    aggregations: {
      topics: { buckets: topics.map(({ topic, n }) => ({ key: topic, doc_count: n })) },
      progress: { count, sum, avg: sum / count, min, max },
    },
  }
}
