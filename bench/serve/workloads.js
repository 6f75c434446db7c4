export const STORIES = 100_000
export const NOTES = 10_000
export const USERS = 1000
export const TOPICS = 1000

let count = 0

/** Numbers from 1 to `limit`, scattered, and the same in every run. */
function any(limit) {
  count = (count + 7919) % 1_000_003
  return 1 + (count % limit)
}

/** What is asked of the services, by name: each makes the next request. */
export const WORKLOADS = {
  show: () => get(`/v1/stories/${any(STORIES)}`),
  page: () => get(`/v1/stories?_start=${any(2000)}`),
  filter: () => get(`/v1/stories?topic=topic-${any(TOPICS)}`),
  nested: () => get(`/v1/users/user-${any(USERS)}/stories`),
  create: () => ({
    method: 'POST',
    path: '/v1/stories',
    body: {
      title: `Another story ${any(STORIES)}`,
      body: 'Once upon a time',
      progress: 0.5,
      status: 'draft',
      topic: `topic-${any(TOPICS)}`,
      tags: ['red', 'green'],
      created_at: '2024-03-04T05:06:07.000Z',
      owner: `user-${any(USERS)}`,
    },
  }),
  patch: () => ({
    method: 'PATCH',
    path: `/v1/stories/${any(STORIES)}`,
    body: { progress: any(100) / 100, title: `Changed ${any(STORIES)}` },
  }),
  'show with handlers': () => get(`/v1/notes/${any(NOTES)}`),
  'patch with handlers': () => ({
    method: 'PATCH',
    path: `/v1/notes/${any(NOTES)}`,
    body: { title: `Changed ${any(NOTES)}` },
  }),
}

function get(path) {
  return { method: 'GET', path }
}
