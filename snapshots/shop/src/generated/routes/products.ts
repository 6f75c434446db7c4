import type { FastifyInstance } from 'fastify'
import { errorBody, productDocument } from '../contract.js'
import type { Contract } from '../runtime/contract/mapping.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import { deleteItem, replaceItem, updateItem } from '../runtime/http/write.js'
import type { Service } from '../service.js'

/** GET /products */
const listProducts: Contract = {
  query: {
    limit: { schema: { default: 2, maximum: 50, minimum: 1, type: 'integer' } },
    page: { schema: { default: 1, minimum: 1, type: 'integer' } },
    status: { schema: { enum: ['draft', 'live'], type: 'string' } },
    min_price: { schema: { type: 'number' } },
    name: { schema: { type: 'string' } },
    sort: { schema: { enum: ['name', '-name', 'price'], type: 'string' } },
  },
  isList: true,
  roles: {
    limit: { as: 'limit' },
    page: { as: 'page', base: 1 },
    status: { as: 'filter', field: 'status' },
    min_price: { as: 'filter', field: 'price__gte' },
    name: { as: 'filter', field: 'name' },
    sort: { as: 'sort', fields: { name: 'name', price: 'price' } },
  },
  status: 200,
  body: {
    object: {
      data: { items: productDocument },
      meta: {
        object: {
          page: { fact: 'page' },
          per_page: { fact: 'limit' },
          total: { fact: 'total' },
          total_pages: { fact: 'pages' },
        },
        isRequired: true,
      },
      object: { constant: 'list' },
    },
  },
  responseHeaders: { 'X-Total-Count': 'total' },
  errors: { statuses: { '400': 422, '409': 422 }, bodies: { '422': errorBody } },
  responses: {
    '200': {
      properties: {
        data: { items: { $ref: '#/$defs/Product' }, type: 'array' },
        meta: {
          properties: {
            page: { type: 'integer' },
            per_page: { type: 'integer' },
            total: { type: 'integer' },
            total_pages: { type: 'integer' },
          },
          type: 'object',
        },
        object: { const: 'list', type: 'string' },
      },
      required: ['data', 'meta'],
      type: 'object',
    },
    '422': { $ref: '#/$defs/Error' },
  },
}

/** POST /products */
const createProduct: Contract = {
  bodies: { 'application/json': { schema: { $ref: '#/$defs/NewProduct' } } },
  unwritten: ['id', 'note'],
  status: 201,
  body: { item: productDocument },
  errors: { statuses: { '400': 422 }, bodies: { '409': errorBody, '422': errorBody } },
  responses: {
    '201': { $ref: '#/$defs/Product' },
    '409': { $ref: '#/$defs/Error' },
    '422': { $ref: '#/$defs/Error' },
  },
}

/** GET /products/{id} */
const showProduct: Contract = {
  params: { id: { schema: { type: 'string' } } },
  status: 200,
  body: { item: productDocument },
  errors: { bodies: { default: errorBody } },
  responses: { '200': { $ref: '#/$defs/Product' }, default: { $ref: '#/$defs/Error' } },
}

/** PUT /products/{id} */
const replaceProduct: Contract = {
  params: { id: { schema: { type: 'string' } } },
  bodies: { 'application/json': { schema: { $ref: '#/$defs/NewProduct' } } },
  unwritten: ['id', 'note'],
  status: 200,
  body: { item: productDocument },
  responses: { '200': { $ref: '#/$defs/Product' } },
}

/** PATCH /products/{id} */
const updateProduct: Contract = {
  params: { id: { schema: { type: 'string' } } },
  bodies: {
    'application/json': {
      schema: {
        additionalProperties: false,
        properties: { name: { maxLength: 20, type: 'string' } },
        type: 'object',
      },
    },
  },
  unwritten: ['id', 'note', 'price', 'status'],
  status: 200,
  body: { object: { data: { item: productDocument } } },
  responses: {
    '200': { properties: { data: { $ref: '#/$defs/Product' } }, required: ['data'], type: 'object' },
  },
}

/** DELETE /products/{id} */
const deleteProduct: Contract = {
  params: { id: { schema: { type: 'string' } } },
  status: 204,
  responses: { '204': null },
}

/** Adds the routes at and below /products. */
export function productsRoutes(app: FastifyInstance, { database, products }: Service): void {
  // List products
  app.get('/products', { config: { contract: listProducts, key: 'id' } }, async (request, reply) => {
    return products.page(database, request, reply)
  })

  // Create a product
  app.post('/products', { config: { contract: createProduct } }, async (request, reply) => {
    const rows = await createAll(products, database, request)
    const documents = await products.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a product
  app.get('/products/:id', { config: { contract: showProduct } }, async (request, reply) => {
    const product = await products.find(database, request, 'id')
    const document = await products.document(database, request, product)
    return sendTagged(request, reply, document)
  })

  // Replace a product
  app.put('/products/:id', { config: { contract: replaceProduct } }, async (request, reply) => {
    const product = await replaceItem(products, database, request, 'id')
    const document = await products.document(database, request, product)
    return sendTagged(request, reply, document)
  })

  // Update a product
  app.patch('/products/:id', { config: { contract: updateProduct } }, async (request, reply) => {
    const product = await updateItem(products, database, request, 'id')
    const document = await products.document(database, request, product)
    return sendTagged(request, reply, document)
  })

  // Delete a product
  app.delete('/products/:id', { config: { contract: deleteProduct } }, async (request) => {
    await deleteItem(products, database, request, 'id')
    return { message: 'Deleted' }
  })
}
