import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'GET /pages returns a page',
    method: 'GET',
    path: '/v1/pages',
    rows: ['page 1'],
    status: 200,
    returns: 'page',
    type: 'Page',
  },
  {
    title: 'POST /pages creates an item',
    method: 'POST',
    path: '/v1/pages',
    body: { title: 'title-1' },
    status: 201,
    returns: 'created',
    type: 'Page',
    adds: 'page',
  },
  {
    title: 'GET /pages/{id} returns the document',
    method: 'GET',
    path: '/v1/pages/{page 1}',
    rows: ['page 1'],
    status: 200,
    returns: 'document',
    type: 'Page',
  },
  {
    title: 'DELETE /pages/{id} deletes the item',
    method: 'DELETE',
    path: '/v1/pages/{page 1}',
    rows: ['page 1'],
    status: 200,
    returns: 'message',
    deletes: 'page 1',
  },
]
