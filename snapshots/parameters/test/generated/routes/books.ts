import type { MissingTest, TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'GET /books returns a page',
    method: 'GET',
    path: '/books',
    rows: ['book 1'],
    status: 200,
    returns: 'page',
    type: 'Book',
  },
  {
    title: 'POST /books creates an item',
    method: 'POST',
    path: '/books?notify=true',
    body: { note: 'note-1', status: 'status-1', title: 'title-1' },
    status: 201,
    returns: 'created',
    type: 'Book',
    adds: 'book',
  },
  {
    title: 'POST /books with a list creates all items',
    method: 'POST',
    path: '/books?notify=true',
    body: [{ note: 'note-1', status: 'status-1', title: 'title-1' }],
    status: 201,
    returns: 'list',
    type: 'Book',
    adds: 'book',
  },
  {
    title: 'POST /books rejects an invalid body',
    method: 'POST',
    path: '/books?notify=true',
    body: { '': true },
    status: 400,
    returns: 'problem',
  },
  {
    title: 'PUT /books is not allowed',
    method: 'PUT',
    path: '/books',
    status: 405,
    returns: 'problem',
    allow: 'DELETE, GET, HEAD, POST',
  },
  {
    title: 'GET /books/{id} returns the document',
    method: 'GET',
    path: '/books/{book 1}',
    rows: ['book 1'],
    status: 200,
    returns: 'document',
    type: 'Book',
  },
  {
    title: 'DELETE /books/{id} deletes the item',
    method: 'DELETE',
    path: '/books/{book 1}',
    rows: ['book 1'],
    status: 200,
    returns: 'message',
    deletes: 'book 1',
  },
  {
    title: 'POST /books/{id} is not allowed',
    method: 'POST',
    path: '/books/any',
    status: 405,
    returns: 'problem',
    allow: 'DELETE, GET, HEAD',
  },
  {
    title: 'GET /books/{id} returns 404 for an unknown item',
    method: 'GET',
    path: '/books/987654321',
    status: 404,
    returns: 'problem',
  },
]

/** Tests that are not certain to pass for each valid service. */
export const missing: readonly MissingTest[] = [
  {
    title: 'DELETE /books deletes the items selected by the query',
    reason: 'No value is certain to be valid for the parameter status.',
  },
]
