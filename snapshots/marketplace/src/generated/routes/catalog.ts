import type { FastifyInstance } from 'fastify'
import { productDocument } from '../contract.js'
import type { Contract } from '../runtime/contract/mapping.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** GET /catalog/articles */
const listProducts: Contract = {
  query: { limit: { schema: { default: 20, maximum: 100, minimum: 1, type: 'integer' } } },
  isList: true,
  roles: { limit: { as: 'limit' } },
  status: 200,
  body: { object: { data: { items: productDocument }, total: { fact: 'total' } } },
  responses: {
    '200': {
      properties: {
        data: { items: { $ref: '#/$defs/Product:response' }, type: 'array' },
        total: { type: 'integer' },
      },
      required: ['data'],
      type: 'object',
    },
  },
}

/** POST /catalog/articles */
const createProduct: Contract = {
  bodies: { 'application/json': { schema: { $ref: '#/$defs/Product' } } },
  unwritten: ['products'],
  status: 201,
  body: { item: productDocument },
  responses: { '201': { $ref: '#/$defs/Product:response' } },
}

/** GET /catalog/articles/{product_id} */
const getProduct: Contract = {
  params: { product_id: { schema: { type: 'string' } } },
  status: 200,
  body: { item: productDocument },
  responses: { '200': { $ref: '#/$defs/Product:response' } },
}

/** PUT /catalog/articles/{product_id} */
const replaceProduct: Contract = {
  params: { product_id: { schema: { type: 'string' } } },
  bodies: { 'application/json': { schema: { $ref: '#/$defs/Product' } } },
  unwritten: ['products'],
  status: 200,
  body: { item: productDocument },
  responses: { '200': { $ref: '#/$defs/Product:response' } },
}

/** DELETE /catalog/articles/{product_id} */
const deleteProduct: Contract = {
  params: { product_id: { schema: { type: 'string' } } },
  status: 204,
  responses: { '204': null },
}

/** Adds the routes at and below /catalog. */
export function catalogRoutes(app: FastifyInstance, { database, products }: Service): void {
  // List products
  app.get('/catalog/articles', { config: { contract: listProducts, key: 'id' } }, async (request, reply) => {
    return products.page(database, request, reply)
  })

  // Create a product
  app.post('/catalog/articles', { config: { contract: createProduct } }, async (request, reply) => {
    const rows = await createAll(products, database, request)
    const documents = await products.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a product
  app.get('/catalog/articles/:product_id', { config: { contract: getProduct } }, async (request, reply) => {
    const product = await products.find(database, request, 'product_id')
    const document = await products.document(database, request, product)
    return sendTagged(request, reply, document)
  })

  // Replace a product
  app.put(
    '/catalog/articles/:product_id',
    { config: { contract: replaceProduct } },
    async (request, reply) => {
      const document = await database.transaction(async (session) => {
        const product = await products.lock(session, request, 'product_id')
        await products.checkMatch(session, request, product)
        const data = await products.replacement(session, request, product)
        const changed = await products.update(session, request, product, data)
        return products.document(session, request, changed)
      })
      return sendTagged(request, reply, document)
    },
  )

  // Delete a product
  app.delete('/catalog/articles/:product_id', { config: { contract: deleteProduct } }, async (request) => {
    await deleteItem(products, database, request, 'product_id')
    return { message: 'Deleted' }
  })
}
