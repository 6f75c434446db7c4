import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'GET /accounts answers as declared',
    method: 'GET',
    path: '/v3/accounts',
    rows: ['account 1'],
    status: 200,
  },
  {
    title: 'POST /accounts is not allowed',
    method: 'POST',
    path: '/v3/accounts',
    status: 405,
    returns: 'problem',
    allow: 'GET, HEAD',
  },
  {
    title: 'GET /accounts returns a second page',
    method: 'GET',
    path: '/v3/accounts?limit=1',
    rows: ['account 1', 'account 2'],
    status: 200,
    lists: {
      at: [],
      key: 'id',
      rows: ['account 1', 'account 2'],
      next: { path: '/v3/accounts?limit=1&offset=1' },
    },
  },
  {
    title: 'GET /accounts/{id} answers as declared',
    method: 'GET',
    path: '/v3/accounts/{account 1}',
    rows: ['account 1'],
    status: 200,
  },
  {
    title: 'POST /accounts/{id} is not allowed',
    method: 'POST',
    path: '/v3/accounts/any',
    status: 405,
    returns: 'problem',
    allow: 'GET, HEAD',
  },
  {
    title: 'GET /accounts/{id} returns 404 for an unknown item',
    method: 'GET',
    path: '/v3/accounts/unknown',
    status: [400, 404, 422],
  },
]
