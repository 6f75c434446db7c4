import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'GET /shelves returns a page',
    method: 'GET',
    path: '/shelves',
    rows: ['shelf 1'],
    status: 200,
    returns: 'page',
    type: 'Shelf',
  },
  {
    title: 'POST /shelves creates an item',
    method: 'POST',
    path: '/shelves',
    body: { code: 'code-1' },
    status: 201,
    returns: 'created',
    type: 'Shelf',
    adds: 'shelf',
  },
  {
    title: 'GET /shelves/{code} returns the document',
    method: 'GET',
    path: '/shelves/{shelf 1}',
    rows: ['shelf 1'],
    status: 200,
    returns: 'document',
    type: 'Shelf',
  },
  {
    title: 'GET /shelves/{code}/books returns a page',
    method: 'GET',
    path: '/shelves/{shelf 1}/books',
    rows: ['shelf 1', 'book 2'],
    status: 200,
    returns: 'page',
    type: 'Book',
  },
]
