import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'GET /indices returns a page',
    method: 'GET',
    path: '/v-1/indices',
    rows: ['index 1'],
    status: 200,
    returns: 'page',
    type: 'Index',
  },
  {
    title: 'POST /indices creates an item',
    method: 'POST',
    path: '/v-1/indices',
    body: { '*/ evil() /*': 1 },
    status: 201,
    returns: 'created',
    type: 'Index',
    adds: 'index',
  },
  {
    title: 'GET /indices/{aB} returns the document',
    method: 'GET',
    path: '/v-1/indices/{index 1}',
    rows: ['index 1'],
    status: 200,
    returns: 'document',
    type: 'Index',
  },
  {
    title: 'DELETE /indices/{aB} deletes the item',
    method: 'DELETE',
    path: '/v-1/indices/{index 1}',
    rows: ['index 1'],
    status: 200,
    returns: 'message',
    deletes: 'index 1',
  },
]
