import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'GET /reports/monthly calls its function',
    method: 'GET',
    path: '/v1/reports/monthly?month=1',
    status: 501,
    returns: 'problem',
  },
  {
    title: 'OPTIONS /reports/monthly returns the allowed methods',
    method: 'OPTIONS',
    path: '/v1/reports/monthly',
    status: 204,
    returns: 'options',
    allow: 'GET, HEAD, OPTIONS',
  },
  { title: 'HEAD /reports/size calls its function', method: 'HEAD', path: '/v1/reports/size', status: 501 },
  {
    title: 'GET /reports/{name}.csv calls its function',
    method: 'GET',
    path: '/v1/reports/value-1.csv',
    status: 501,
    returns: 'problem',
  },
]
