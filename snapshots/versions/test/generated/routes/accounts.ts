import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'POST /accounts answers as declared',
    method: 'POST',
    path: '/v1/accounts',
    status: 201,
    body: { name: 'name-1' },
    adds: 'account',
  },
]
