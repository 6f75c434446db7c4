import type { FastifyInstance } from 'fastify'
import type { Box } from '../models/box.js'
import type { ActionSpec } from '../runtime/operations/actions.js'
import type { Service } from '../service.js'

/** POST /boxes/{id}/open */
export interface OpenBox {
  params: {
    id: number
  }
  query: {}
  headers: {}
  body: {
    code: string
  }
  item: Box
  result: boolean
  responses: {
    200: boolean
  }
}

const openBox: ActionSpec = {
  name: 'open_box',
  file: 'src/actions/open-box.ts',
  params: { id: { schema: { type: 'integer' } } },
  bodies: {
    'application/json': {
      schema: {
        additionalProperties: false,
        properties: { code: { type: 'string' } },
        required: ['code'],
        type: 'object',
      },
    },
  },
  status: 200,
  responses: { '200': { type: 'boolean' } },
}

/** Adds the custom actions at and below /boxes. */
export function boxesActions(app: FastifyInstance, { customActions, boxes }: Service): void {
  // POST /boxes/{id}/open
  app.post(
    '/boxes/:id/open',
    customActions.changing(openBox, async (session, request) => {
      const box = await boxes.lock(session, request, 'id')
      return box
    }),
  )
}
