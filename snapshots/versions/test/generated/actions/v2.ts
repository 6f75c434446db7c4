import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'POST /v2/payments calls its function',
    method: 'POST',
    path: '/v2/payments',
    status: 501,
    headers: { 'content-type': 'application/json' },
    body: '{"amount":1,"currency":"EUR"}',
    returns: 'problem',
  },
  {
    title: 'POST /v2/payments rejects unknown parameters',
    method: 'POST',
    path: '/v2/payments?_unknown=1',
    status: 400,
    returns: 'problem',
  },
  {
    title: 'GET /v2/payments is not allowed',
    method: 'GET',
    path: '/v2/payments',
    status: 405,
    returns: 'problem',
    allow: 'POST',
  },
]
