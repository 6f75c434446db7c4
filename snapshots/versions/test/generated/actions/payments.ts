import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'POST /payments calls its function',
    method: 'POST',
    path: '/v1/payments',
    status: 501,
    headers: { 'content-type': 'application/json' },
    body: '{"amount":1}',
    returns: 'problem',
  },
  {
    title: 'POST /payments rejects unknown parameters',
    method: 'POST',
    path: '/v1/payments?_unknown=1',
    status: 400,
    returns: 'problem',
  },
  {
    title: 'GET /payments is not allowed',
    method: 'GET',
    path: '/v1/payments',
    status: 405,
    returns: 'problem',
    allow: 'POST',
  },
]
