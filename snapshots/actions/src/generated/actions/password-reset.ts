import type { FastifyInstance } from 'fastify'
import { everyoneAcl } from '../acl.js'
import { may } from '../runtime/access/access.js'
import type { ActionSpec } from '../runtime/operations/actions.js'
import type { Service } from '../service.js'

/** POST /password-reset/confirm */
export interface PostPasswordResetConfirm {
  params: {}
  query: {}
  headers: {}
  body: {
    password: string
    token: string
  }
  item: undefined
  result: unknown
}

const postPasswordResetConfirm: ActionSpec = {
  name: 'post_password_reset_confirm',
  file: 'src/actions/post-password-reset-confirm.ts',
  bodies: {
    'application/json': {
      schema: {
        additionalProperties: false,
        properties: { password: { minLength: 8, type: 'string' }, token: { minLength: 8, type: 'string' } },
        required: ['password', 'token'],
        type: 'object',
      },
    },
  },
  status: 200,
}

/** Adds the custom actions at and below /password-reset. */
export function passwordResetActions(app: FastifyInstance, { customActions }: Service): void {
  // POST /password-reset/confirm
  app.post(
    '/password-reset/confirm',
    { config: { accepts: [] }, onRequest: may('create', everyoneAcl.collection) },
    customActions.changing(postPasswordResetConfirm),
  )
}
