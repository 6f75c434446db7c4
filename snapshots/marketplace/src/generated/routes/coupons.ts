import type { FastifyInstance } from 'fastify'
import { couponDocument } from '../contract.js'
import type { Contract } from '../runtime/contract/mapping.js'
import { createAll } from '../runtime/http/create-all.js'
import { created, sendTagged } from '../runtime/http/entity-tags.js'
import type { Service } from '../service.js'

/** GET /coupons */
const listCoupons: Contract = {
  query: { limit: { schema: { default: 20, maximum: 100, minimum: 1, type: 'integer' } } },
  isList: true,
  roles: { limit: { as: 'limit' } },
  status: 200,
  body: { items: couponDocument },
  responses: { '200': { items: { $ref: '#/$defs/Coupon:response' }, type: 'array' } },
}

/** POST /coupons */
const createCoupon: Contract = {
  bodies: { 'application/json': { schema: { $ref: '#/$defs/Coupon' } } },
  keys: { seller: 'id' },
  status: 201,
  body: { item: couponDocument },
  responses: { '201': { $ref: '#/$defs/Coupon:response' } },
}

/** GET /coupons/{code} */
const getCoupon: Contract = {
  params: { code: { schema: { type: 'string' } } },
  status: 200,
  body: { item: couponDocument },
  responses: { '200': { $ref: '#/$defs/Coupon:response' } },
}

/** Adds the routes at and below /coupons. */
export function couponsRoutes(app: FastifyInstance, { database, coupons }: Service): void {
  // List coupons
  app.get('/coupons', { config: { contract: listCoupons, key: 'code' } }, async (request, reply) => {
    return coupons.page(database, request, reply)
  })

  // Create a coupon
  app.post('/coupons', { config: { contract: createCoupon } }, async (request, reply) => {
    const rows = await createAll(coupons, database, request)
    const documents = await coupons.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Get a coupon
  app.get('/coupons/:code', { config: { contract: getCoupon } }, async (request, reply) => {
    const coupon = await coupons.find(database, request, 'code')
    const document = await coupons.document(database, request, coupon)
    return sendTagged(request, reply, document)
  })
}
