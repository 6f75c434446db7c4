import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'GET /notes returns a page',
    method: 'GET',
    path: '/notes',
    rows: ['note 1'],
    status: 200,
    returns: 'page',
    type: 'Note',
  },
  {
    title: 'POST /notes creates an item',
    method: 'POST',
    path: '/notes',
    body: { text: 'text-1' },
    status: 201,
    returns: 'created',
    type: 'Note',
    adds: 'note',
  },
  {
    title: 'GET /notes/{id} returns the document',
    method: 'GET',
    path: '/notes/{note 1}',
    rows: ['note 1'],
    status: 200,
    returns: 'document',
    type: 'Note',
  },
  {
    title: 'DELETE /notes/{id} deletes the item',
    method: 'DELETE',
    path: '/notes/{note 1}',
    rows: ['note 1'],
    status: 200,
    returns: 'message',
    deletes: 'note 1',
  },
]
