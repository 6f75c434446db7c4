import type { TestRequest } from '../requests.js'

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
    title: 'DELETE /books deletes the items selected by the query',
    method: 'DELETE',
    path: '/books?id={book 1}&status=new',
    rows: ['book 1'],
    status: 200,
    returns: 'change',
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
]
