import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'POST /search calls its function',
    method: 'POST',
    path: '/v1/search',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'words=value-1',
    status: 501,
    returns: 'problem',
  },
  {
    title: 'PUT /search calls its function',
    method: 'PUT',
    path: '/v1/search',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: '{}',
    status: 501,
    returns: 'problem',
  },
]
