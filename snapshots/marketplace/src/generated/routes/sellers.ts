import type { FastifyInstance } from 'fastify'
import { sellerDocument } from '../contract.js'
import type { Contract } from '../runtime/contract/mapping.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** GET /sellers */
const listSellers: Contract = {
  query: { limit: { schema: { default: 20, maximum: 100, minimum: 1, type: 'integer' } } },
  isList: true,
  roles: { limit: { as: 'limit' } },
  status: 200,
  body: { items: sellerDocument },
  responses: { '200': { items: { $ref: '#/$defs/Seller:response' }, type: 'array' } },
}

/** POST /sellers */
const createSeller: Contract = {
  bodies: { 'application/json': { schema: { $ref: '#/$defs/Seller' } } },
  unwritten: ['coupons', 'products'],
  status: 201,
  body: { item: sellerDocument },
  responses: { '201': { $ref: '#/$defs/Seller:response' } },
}

/** GET /sellers/{sellerId} */
const getSeller: Contract = {
  params: { sellerId: { schema: { format: 'uuid', type: 'string' } } },
  status: 200,
  body: { item: sellerDocument },
  responses: { '200': { $ref: '#/$defs/Seller:response' } },
}

/** DELETE /sellers/{sellerId} */
const deleteSeller: Contract = {
  params: { sellerId: { schema: { format: 'uuid', type: 'string' } } },
  status: 204,
  responses: { '204': null },
}

/** Adds the routes at and below /sellers. */
export function sellersRoutes(app: FastifyInstance, { database, sellers }: Service): void {
  // List sellers
  app.get('/sellers', { config: { contract: listSellers, key: 'id' } }, async (request, reply) => {
    return sellers.page(database, request, reply)
  })

  // Create a seller
  app.post('/sellers', { config: { contract: createSeller } }, async (request, reply) => {
    const rows = await createAll(sellers, database, request)
    const documents = await sellers.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a seller
  app.get('/sellers/:sellerId', { config: { contract: getSeller } }, async (request, reply) => {
    const seller = await sellers.find(database, request, 'sellerId')
    const document = await sellers.document(database, request, seller)
    return sendTagged(request, reply, document)
  })

  // Delete a seller
  app.delete('/sellers/:sellerId', { config: { contract: deleteSeller } }, async (request) => {
    await deleteItem(sellers, database, request, 'sellerId')
    return { message: 'Deleted' }
  })
}
