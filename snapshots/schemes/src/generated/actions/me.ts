import type { FastifyInstance } from 'fastify'
import { authenticatedAcl } from '../acl.js'
import { may } from '../runtime/auth/access.js'
import type { ActionSpec } from '../runtime/http/actions.js'
import type { Service } from '../service.js'

/** GET /me */
export interface GetMe {
  params: {}
  query: {}
  headers: {}
  body: undefined
  item: undefined
  result: unknown
}

const getMe: ActionSpec = { name: 'get_me', file: 'src/actions/get-me.ts', status: 200 }

/** Adds the custom actions at and below /me. */
export function meActions(app: FastifyInstance, { customActions }: Service): void {
  // GET /me
  app.get(
    '/me',
    {
      config: { accepts: ['ticket', 'scheme:oauth', 'scheme:basic'] },
      onRequest: may('view', authenticatedAcl.collection),
    },
    customActions.reading(getMe),
  )
}
