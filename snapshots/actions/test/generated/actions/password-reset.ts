import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'POST /password-reset/confirm calls its function',
    method: 'POST',
    path: '/v1/password-reset/confirm',
    headers: { 'content-type': 'application/json' },
    body: '{"password":"password-1","token":"token-1x"}',
    status: 501,
    returns: 'problem',
  },
]
