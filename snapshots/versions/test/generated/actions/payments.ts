import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'POST /payments calls its function',
    method: 'POST',
    path: '/v1/payments',
    headers: { 'content-type': 'application/json' },
    body: '{"amount":1}',
    status: 501,
    returns: 'problem',
  },
]
