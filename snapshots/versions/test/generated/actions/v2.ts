import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'POST /v2/payments calls its function',
    method: 'POST',
    path: '/v2/payments',
    headers: { 'content-type': 'application/json' },
    body: '{"amount":1,"currency":"EUR"}',
    status: 501,
    returns: 'problem',
  },
]
