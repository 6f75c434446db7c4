import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'POST /stories/{id} calls its function',
    method: 'POST',
    path: '/v1/stories/{story 1}',
    rows: ['story 1'],
    headers: { 'content-type': 'application/json' },
    body: '{"line":"line-1","times":1}',
    status: 501,
    returns: 'problem',
  },
  {
    title: 'POST /stories/{id}/publish calls its function',
    method: 'POST',
    path: '/v1/stories/{story 1}/publish',
    rows: ['story 1'],
    headers: { 'x-reason': 'value-1' },
    status: 501,
    returns: 'problem',
  },
  {
    title: 'DELETE /stories/{id}/publish calls its function',
    method: 'DELETE',
    path: '/v1/stories/{story 1}/publish',
    rows: ['story 1'],
    status: 501,
    returns: 'problem',
  },
  {
    title: 'OPTIONS /stories/{id}/publish returns the allowed methods',
    method: 'OPTIONS',
    path: '/v1/stories/any/publish',
    status: 204,
    returns: 'options',
    allow: 'DELETE, OPTIONS, POST',
  },
]
