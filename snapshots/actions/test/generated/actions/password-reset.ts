import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'POST /password-reset/confirm calls its function',
    method: 'POST',
    path: '/v1/password-reset/confirm',
    status: 501,
    headers: { 'content-type': 'application/json' },
    body: '{"password":"password-1","token":"token-1x"}',
    returns: 'problem',
  },
  {
    title: 'POST /password-reset/confirm rejects unknown parameters',
    method: 'POST',
    path: '/v1/password-reset/confirm?_unknown=1',
    status: 400,
    returns: 'problem',
  },
  {
    title: 'GET /password-reset/confirm is not allowed',
    method: 'GET',
    path: '/v1/password-reset/confirm',
    status: 405,
    returns: 'problem',
    allow: 'POST',
  },
]
