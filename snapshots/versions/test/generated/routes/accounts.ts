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
]
