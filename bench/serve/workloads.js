/**
 * Returns the number of rows in each table, and the number of distinct topics, subjects and teams, for a given number of
 * stories. With authentication, there are also records, of which each team can view a thousand.
 */
export function sizesOf(stories, auth) {
  return {
    ...(auth ? { records: stories * 10, teams: stories / 100 } : {}),
    stories,
    notes: stories / 10,
    users: stories / 100,
    topics: stories / 100,
    articles: stories,
    subjects: stories / 20,
  }
}

let count = 0

/** Returns a number from 1 to `limit`. Successive numbers are scattered, and every run uses the same sequence. */
function any(limit) {
  count = (count + 7919) % 1_000_003
  return 1 + (count % limit)
}

/**
 * Returns the workloads, keyed by name. Each workload is a function that returns the next request.
 * @param sizes returned by {@link sizesOf}
 * @param key returns the key of the n-th row
 */
export function workloadsFor({ stories, notes, users, topics }, key) {
  return {
    show: () => get(`/v1/stories/${key(any(stories))}`),
    page: () => get(`/v1/stories?_start=${any(2000)}`),
    filter: () => get(`/v1/stories?topic=topic-${any(topics)}`),
    nested: () => get(`/v1/users/user-${any(users)}/stories`),
    create: () => ({
      method: 'POST',
      path: '/v1/stories',
      body: {
        title: `Another story ${any(stories)}`,
        body: 'Once upon a time',
        progress: 0.5,
        status: 'draft',
        topic: `topic-${any(topics)}`,
        tags: ['red', 'green'],
        created_at: '2024-03-04T05:06:07.000Z',
        owner: `user-${any(users)}`,
      },
    }),
    patch: () => ({
      method: 'PATCH',
      path: `/v1/stories/${key(any(stories))}`,
      body: { progress: any(100) / 100, title: `Changed ${any(stories)}` },
    }),
    'show with handlers': () => get(`/v1/notes/${key(any(notes))}`),
    'patch with handlers': () => ({
      method: 'PATCH',
      path: `/v1/notes/${key(any(notes))}`,
      body: { title: `Changed ${any(notes)}` },
    }),
  }
}

/**
 * Returns additional workloads for services with authentication, keyed by name: pages of the thousand records that row
 * rules let the caller view, and the same pages selected by a filter.
 * @param admin the cookie of a user who can view all records
 */
export function ruledFor(admin) {
  return {
    'page by row rule': () => get(`/v1/records?_start=${any(900)}`),
    'page by filter': () => ({ ...get(`/v1/records?team=team-1&_start=${any(900)}`), cookie: admin }),
  }
}

/** Returns requests that both services must reject with the same status and for the same fields. */
export function refusalsFor(key) {
  const story = (body, headers) => ({ method: 'PATCH', path: `/v1/stories/${key(1)}`, body, headers })
  const newStory = (body) => ({ method: 'POST', path: '/v1/stories', body: { title: 'A story', ...body } })
  return [
    newStory({ unknown: 1 }),
    newStory({ progress: '0.5' }),
    newStory({ progress: 2, status: 'lost', tags: [1] }),
    newStory({ title: undefined }),
    newStory({ title: 'an unpaired surrogate: \ud800' }),
    newStory({ body: 'nothing: \0' }),
    newStory({ created_at: '2024-02-30T05:06:07Z' }),
    newStory({ created_at: '2024-02-03T05:06:07' }),
    newStory({ id: 1 }),
    newStory({ owner: 'nobody' }),
    story({ title: null }),
    story({ owner: 'nobody' }),
    story({ _pk: 'another' }),
    story({ title: 'Changed' }, { 'if-match': '"another"' }),
    { ...story({ title: 'Changed' }), path: '/v1/stories/no-key' },
    { ...story({ title: 'Changed' }), path: `/v1/stories/${key(999_999_999)}` },
    { ...story({ title: 7 }), path: `/v1/notes/${key(1)}` },
    get('/v1/notes/no-key'),
    get(`/v1/stories/${key(999_999_999)}`),
    get('/v1/users/nobody/stories'),
    get('/v1/stories?_limit=many&_start=-1'),
    get('/v1/stories?unknown=1'),
    get('/v1/stories?topic=%00'),
    get('/v1/stories?topic=%ff'),
    get('/v1/stories?_after=WzFd'),
  ]
}

/** Returns an expression for any of 40 words. Each text should be read once, not once per word. */
function fortyWords(subjects) {
  return encodeURIComponent(Array.from({ length: 40 }, () => `subject${any(subjects)}`).join(' OR '))
}

/**
 * Returns additional workloads for relational databases, keyed by name. `follows` names the page whose `Link` header
 * contains the URL to request.
 * @param sizes returned by {@link sizesOf}
 */
export function searchesFor({ stories, subjects }) {
  return {
    'full text': () => search(`subject${any(subjects)}`),
    'full text of two words': () => search(`article+subject${any(subjects)}`),
    'full text of 40 words': () => search(fortyWords(subjects)),
    aggregations: () => get('/v1/stories?_aggs.topics.terms.field=topic&_aggs.progress.stats.field=progress'),
    'second page': { follows: '/v1/stories?_start=0' },
    'page at 90%': { follows: `/v1/stories?_start=${stories * 0.9 - 20}` },
    'second page by topic': { follows: '/v1/stories?_sort=-topic&_start=0' },
    'page at 90% by topic': { follows: `/v1/stories?_sort=-topic&_start=${stories * 0.9 - 20}` },
  }
}

/** Searches only the field in the full-text index. The titles of articles are not in it. */
function search(expression) {
  return get(`/v1/articles?_search_fields=body&q=${expression}`)
}

function get(path) {
  return { method: 'GET', path }
}
