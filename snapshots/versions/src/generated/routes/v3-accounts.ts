import type { FastifyInstance } from 'fastify'
import { accountDocument } from '../contract.js'
import type { Contract } from '../runtime/contract/mapping.js'
import { sendTagged } from '../runtime/http/entity-tags.js'
import type { Service } from '../service.js'

/** GET /accounts */
const listAccounts: Contract = {
  query: { limit: { schema: { maximum: 100, type: 'integer' } }, offset: { schema: { type: 'integer' } } },
  isList: true,
  roles: { limit: { as: 'limit', most: 100 }, offset: { as: 'offset' } },
  status: 200,
  body: { items: accountDocument },
  responseHeaders: { Link: 'link' },
  responses: { '200': { items: { $ref: '#/$defs/Account' }, type: 'array' } },
}

/** GET /accounts/{id} */
const getAccount: Contract = {
  params: { id: { schema: { format: 'uuid', type: 'string' } } },
  status: 200,
  body: { item: accountDocument },
  responses: { '200': { $ref: '#/$defs/Account' } },
}

/** Adds the routes at and below /accounts. */
export function v3AccountsRoutes(app: FastifyInstance, { database, accounts }: Service): void {
  // List accounts
  app.get('/accounts', { config: { contract: listAccounts, key: 'id' } }, async (request, reply) => {
    return accounts.page(database, request, reply)
  })

  // Show an account with its balance
  app.get('/accounts/:id', { config: { contract: getAccount } }, async (request, reply) => {
    const account = await accounts.find(database, request, 'id')
    const document = await accounts.document(database, request, account)
    return sendTagged(request, reply, document)
  })
}
