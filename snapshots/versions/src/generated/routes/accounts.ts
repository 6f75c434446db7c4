import type { FastifyInstance } from 'fastify'
import { accountDocument } from '../contract.js'
import type { Contract } from '../runtime/contract/mapping.js'
import { createAll } from '../runtime/http/create-all.js'
import { created } from '../runtime/http/entity-tags.js'
import type { Service } from '../service.js'

/** POST /accounts */
const createAccount: Contract = {
  bodies: { 'application/json': { schema: { $ref: '#/$defs/Account' } } },
  status: 201,
  body: { item: accountDocument },
  responses: { '201': { $ref: '#/$defs/Account' } },
}

/** Adds the routes at and below /accounts. */
export function accountsRoutes(app: FastifyInstance, { database, accounts }: Service): void {
  // Create an account
  app.post(
    '/accounts',
    { config: { lifecycle: { deprecation: '@0' }, contract: createAccount } },
    async (request, reply) => {
      const rows = await createAll(accounts, database, request)
      const documents = await accounts.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )
}
