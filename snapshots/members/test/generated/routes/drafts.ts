import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'GET /drafts returns a page',
    method: 'GET',
    path: '/v1/drafts',
    rows: ['draft 1'],
    status: 200,
    returns: 'page',
    type: 'Draft',
  },
  {
    title: 'POST /drafts creates an item',
    method: 'POST',
    path: '/v1/drafts',
    body: { title: 'title-1' },
    status: 201,
    returns: 'created',
    type: 'Draft',
    adds: 'draft',
  },
  {
    title: 'GET /drafts/{id} returns the document',
    method: 'GET',
    path: '/v1/drafts/{draft 1}',
    rows: ['draft 1'],
    status: 200,
    returns: 'document',
    type: 'Draft',
  },
  {
    title: 'DELETE /drafts/{id} deletes the item',
    method: 'DELETE',
    path: '/v1/drafts/{draft 1}',
    rows: ['draft 1'],
    status: 200,
    returns: 'message',
    deletes: 'draft 1',
  },
]
