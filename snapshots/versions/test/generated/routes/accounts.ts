import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'POST /accounts answers as declared',
    method: 'POST',
    path: '/v1/accounts',
    body: { name: 'name-1' },
    status: 201,
    adds: 'account',
  },
  {
    title: 'GET /accounts is not allowed',
    method: 'GET',
    path: '/v1/accounts',
    status: 405,
    returns: 'problem',
    allow: 'POST',
  },
]
