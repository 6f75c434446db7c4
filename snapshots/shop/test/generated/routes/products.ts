import type { MissingTest, TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'GET /products answers as declared',
    method: 'GET',
    path: '/v1/products',
    rows: ['product 1'],
    status: 200,
  },
  {
    title: 'PUT /products is not allowed',
    method: 'PUT',
    path: '/v1/products',
    status: 405,
    returns: 'problem',
    allow: 'GET, HEAD, POST',
  },
  {
    title: 'GET /products/{id} answers as declared',
    method: 'GET',
    path: '/v1/products/{product 1}',
    rows: ['product 1'],
    status: 200,
  },
  {
    title: 'DELETE /products/{id} answers as declared',
    method: 'DELETE',
    path: '/v1/products/{product 1}',
    rows: ['product 1'],
    status: 204,
    deletes: 'product 1',
  },
  {
    title: 'POST /products/{id} is not allowed',
    method: 'POST',
    path: '/v1/products/any',
    status: 405,
    returns: 'problem',
    allow: 'DELETE, GET, HEAD, PATCH, PUT',
  },
  {
    title: 'GET /products/{id} returns 404 for an unknown item',
    method: 'GET',
    path: '/v1/products/987654321',
    status: [400, 404, 422],
  },
]

/** Tests that are not certain to pass for each valid service. */
export const missing: readonly MissingTest[] = [
  { title: 'POST /products answers as declared', reason: 'Clients cannot write id, which is required.' },
  { title: 'PUT /products/{id} answers as declared', reason: 'Clients cannot write id, which is required.' },
  {
    title: 'PATCH /products/{id} answers as declared',
    reason: 'Clients cannot write id, which is required.',
  },
]
