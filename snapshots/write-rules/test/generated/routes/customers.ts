import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/customers', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.customer(items)
    const response = await app.inject({ method: 'GET', url: url`/customers` })
    check.isPage(response, 'Customer')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.customer.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/customers`,
      payload: samples.customer.first,
    })
    check.isCreated(response, 'Customer')
    check.isAdded(await items.customer.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.customer.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/customers`,
      payload: [samples.customer.first],
    })
    check.isList(response, 201, 'Customer')
    check.isAdded(await items.customer.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/customers`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/customers?username=${customer.username}`,
      payload: { password: samples.customer.second.password },
    })
    check.isChange(response, 1)
    check.isChanged(
      customer,
      await items.customer.findUnique({ where: { username: customer.username } }),
      'password',
    )
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/customers`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/customers?username=${customer.username}`,
      payload: { password: samples.customer.second.password },
    })
    check.isChange(response, 1)
    check.isChanged(
      customer,
      await items.customer.findUnique({ where: { username: customer.username } }),
      'password',
    )
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/customers`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'DELETE', url: url`/customers` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH, POST, PUT')
  })
})

describe('/customers/{username}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    const response = await app.inject({ method: 'GET', url: url`/customers/${customer.username}` })
    check.isDocument(response, 200, 'Customer')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/customers/${customer.username}`,
      payload: { ...samples.customer.second, username: customer.username, name: customer.name },
    })
    check.isDocument(response, 200, 'Customer')
    check.isChanged(
      customer,
      await items.customer.findUnique({ where: { username: customer.username } }),
      'password',
    )
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/customers/${customer.username}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/customers/${customer.username}`,
      payload: { password: samples.customer.second.password },
    })
    check.isDocument(response, 200, 'Customer')
    check.isChanged(
      customer,
      await items.customer.findUnique({ where: { username: customer.username } }),
      'password',
    )
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/customers/${customer.username}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/customers/any` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/customers/unknown` })
    check.isProblem(response, 404)
  })
})

describe('/customers/{username}/groups', () => {
  it('GET returns groups', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    const response = await app.inject({ method: 'GET', url: url`/customers/${customer.username}/groups` })
    check.isListField(response)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/customers/any/groups` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/customers/unknown/groups` })
    check.isProblem(response, 404)
  })
})

describe('/customers/{username}/orders', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    await make.order(items, { customer: customer.username })
    const response = await app.inject({ method: 'GET', url: url`/customers/${customer.username}/orders` })
    check.isPage(response, 'Order')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    const before = await items.order.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/customers/${customer.username}/orders`,
      payload: samples.order.first,
    })
    check.isCreated(response, 'Order')
    check.isAdded(await items.order.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    const before = await items.order.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/customers/${customer.username}/orders`,
      payload: [samples.order.first],
    })
    check.isList(response, 201, 'Order')
    check.isAdded(await items.order.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const customer = await make.customer(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/customers/${customer.username}/orders`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/customers/any/orders` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/customers/unknown/orders` })
    check.isProblem(response, 404)
  })
})
