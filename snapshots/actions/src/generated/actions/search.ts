import type { FastifyInstance } from 'fastify'
import { everyoneAcl } from '../acl.js'
import { may } from '../runtime/access/access.js'
import type { Json } from '../runtime/json.js'
import type { ActionSpec } from '../runtime/operations/actions.js'
import type { Service } from '../service.js'

/** POST /search */
export interface PostSearch {
  params: {}
  query: {}
  headers: {}
  body:
    | {
        words: string
        limit: number
      }
    | Json
  item: undefined
  result: unknown
}

const postSearch: ActionSpec = {
  name: 'post_search',
  file: 'src/actions/post-search.ts',
  bodies: {
    'application/x-www-form-urlencoded': {
      form: {
        words: { schema: { type: 'string' }, required: true },
        limit: { schema: { type: 'integer', maximum: 50, default: 10 } },
      },
    },
    'application/json': {},
  },
  status: 200,
}

/** PUT /search */
export interface PutSearch {
  params: {}
  query: {}
  headers: {}
  body: Json | unknown
  item: undefined
  result: unknown
}

const putSearch: ActionSpec = {
  name: 'put_search',
  file: 'src/actions/put-search.ts',
  bodies: { 'application/merge-patch+json': {}, '*/*': {} },
  status: 200,
}

/** Adds the custom actions at and below /search. */
export function searchActions(app: FastifyInstance, { customActions }: Service): void {
  // POST /search
  app.post(
    '/search',
    { config: { accepts: [] }, onRequest: may('create', everyoneAcl.collection) },
    customActions.changing(postSearch),
  )

  // PUT /search
  app.put(
    '/search',
    { config: { accepts: [] }, onRequest: may('update', everyoneAcl.collection) },
    customActions.changing(putSearch),
  )
}
