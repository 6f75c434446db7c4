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
]
