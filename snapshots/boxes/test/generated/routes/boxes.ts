import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'GET /boxes returns a page',
    method: 'GET',
    path: '/boxes',
    rows: ['box 1'],
    status: 200,
    returns: 'page',
    type: 'Box',
  },
  {
    title: 'POST /boxes creates an item',
    method: 'POST',
    path: '/boxes',
    body: { code: 'code-1', label: 'label-1', note: 'note-1' },
    status: 201,
    returns: 'created',
    type: 'Box',
    adds: 'box',
  },
  {
    title: 'GET /boxes/{id} returns the document',
    method: 'GET',
    path: '/boxes/{box 1}',
    rows: ['box 1'],
    status: 200,
    returns: 'document',
    type: 'Box',
  },
  {
    title: 'PUT /boxes/{id} replaces the item',
    method: 'PUT',
    path: '/boxes/{box 1}',
    rows: ['box 1'],
    status: 200,
    returns: 'document',
    type: 'Box',
    body: { code: 'code-2', label: 'label-1', note: 'note-1', id: '{box 1}' },
    changes: { row: 'box 1', field: 'code' },
  },
]
