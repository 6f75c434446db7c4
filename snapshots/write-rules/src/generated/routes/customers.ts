import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import { may, permit } from '../runtime/auth/access.js'
import { readAttributeChanges, showAttribute } from '../runtime/http/attributes.js'
import { created, sendTagged } from '../runtime/http/write-item.js'
import type { Service } from '../service.js'

/** Adds the routes at and below /customers. */
export function customersRoutes(app: FastifyInstance, { database, customers, orders }: Service): void {
  // List customers
  app.get('/customers', { onRequest: may('view', openAcl.collection) }, async (request, reply) => {
    return customers.page(database, request, reply)
  })

  // Create one or more customers
  app.post('/customers', { onRequest: may('create', openAcl.collection) }, async (request, reply) => {
    const rows = await customers.createAll(database, request)
    const documents = await customers.documents(database, request, rows)
    return created(request, reply, documents)
  })

  // Update the selected customers
  app.put('/customers', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const given = customers.changesToMany(request)
      const where = customers.selection(request)
      const { data, checked } = await customers.permitFieldsOfMany(session, request, where, given)
      const count = await customers.updateMany(session, request, where, data, checked)
      return { message: `Updated ${count} Customer(s) objects`, count }
    })
  })

  // Update the selected customers
  app.patch('/customers', { onRequest: may('update', openAcl.collection) }, async (request) => {
    return database.transaction(async (session) => {
      const given = customers.changesToMany(request)
      const where = customers.selection(request)
      const { data, checked } = await customers.permitFieldsOfMany(session, request, where, given)
      const count = await customers.updateMany(session, request, where, data, checked)
      return { message: `Updated ${count} Customer(s) objects`, count }
    })
  })

  // Get a customer
  app.get('/customers/:username', { onRequest: may('view', openAcl.item) }, async (request, reply) => {
    const customer = await customers.find(database, request, 'username')
    await permit(database, request, 'view', openAcl, customer)
    const document = await customers.document(database, request, customer)
    return sendTagged(request, reply, document)
  })

  // Replace a customer
  app.put('/customers/:username', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const customer = await customers.lock(session, request, 'username')
      await permit(session, request, 'update', openAcl, customer)
      await customers.checkMatch(session, request, customer)
      const given = await customers.replacement(session, request, customer)
      const data = await customers.permitLinks(session, request, given, customer)
      const changed = await customers.update(session, customer, data)
      return customers.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Update a customer
  app.patch('/customers/:username', { onRequest: may('update', openAcl.item) }, async (request, reply) => {
    const document = await database.transaction(async (session) => {
      const customer = await customers.lock(session, request, 'username')
      await permit(session, request, 'update', openAcl, customer)
      await customers.checkMatch(session, request, customer)
      const given = await customers.changes(session, request, customer)
      const data = await customers.permitLinks(session, request, given, customer)
      const changed = await customers.update(session, customer, data)
      return customers.document(session, request, changed)
    })
    return sendTagged(request, reply, document)
  })

  // Get the groups of a customer
  app.get('/customers/:username/groups', { onRequest: may('view', openAcl.item) }, async (request) => {
    const customer = await customers.find(database, request, 'username')
    await permit(database, request, 'view', openAcl, customer)
    return showAttribute(customers, request, customer, 'groups')
  })

  // Update the groups of a customer
  app.post('/customers/:username/groups', { onRequest: may('update', openAcl.item) }, async (request) => {
    return database.transaction(async (session) => {
      const customer = await customers.lock(session, request, 'username')
      await permit(session, request, 'update', openAcl, customer)
      const data = await readAttributeChanges(customers, session, request, customer, 'groups')
      const changed = await customers.update(session, customer, data)
      return showAttribute(customers, request, changed, 'groups')
    })
  })

  // List the orders of a customer
  app.get(
    '/customers/:username/orders',
    { onRequest: may('view', openAcl.collection) },
    async (request, reply) => {
      const customer = await customers.find(database, request, 'username')
      await permit(database, request, 'view', openAcl, customer)
      return orders.page(database, request, reply, { within: { customer: customers.key(customer) } })
    },
  )

  // Create one or more orders of a customer
  app.post(
    '/customers/:username/orders',
    { onRequest: may('create', openAcl.collection) },
    async (request, reply) => {
      const customer = await customers.find(database, request, 'username')
      await permit(database, request, 'view', openAcl, customer)
      const rows = await orders.createAll(database, request, { customer: customers.key(customer) })
      const documents = await orders.documents(database, request, rows)
      return created(request, reply, documents)
    },
  )
}
