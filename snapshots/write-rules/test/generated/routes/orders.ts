import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/orders', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.order(items)
    const response = await app.inject({ method: 'GET', url: url`/orders` })
    check.isPage(response, 'Order')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.order.count()
    const response = await app.inject({ method: 'POST', url: url`/orders`, payload: samples.order.first })
    check.isCreated(response, 'Order')
    check.isAdded(await items.order.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.order.count()
    const response = await app.inject({ method: 'POST', url: url`/orders`, payload: [samples.order.first] })
    check.isList(response, 201, 'Order')
    check.isAdded(await items.order.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/orders`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const order = await make.order(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/orders?id=${order.id}`,
      payload: { title: samples.order.second.title },
    })
    check.isChange(response, 1)
    check.isChanged(order, await items.order.findUnique({ where: { id: order.id } }), 'title')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/orders`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const order = await make.order(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/orders?id=${order.id}`,
      payload: { title: samples.order.second.title },
    })
    check.isChange(response, 1)
    check.isChanged(order, await items.order.findUnique({ where: { id: order.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/orders`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'DELETE', url: url`/orders` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH, POST, PUT')
  })
})

describe('/orders/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const order = await make.order(items)
    const response = await app.inject({ method: 'GET', url: url`/orders/${order.id}` })
    check.isDocument(response, 200, 'Order')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const order = await make.order(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/orders/${order.id}`,
      payload: { ...samples.order.second, labels: order.labels, price: order.price },
    })
    check.isDocument(response, 200, 'Order')
    check.isChanged(order, await items.order.findUnique({ where: { id: order.id } }), 'title')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const order = await make.order(items)
    const response = await app.inject({ method: 'PUT', url: url`/orders/${order.id}`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const order = await make.order(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/orders/${order.id}`,
      payload: { title: samples.order.second.title },
    })
    check.isDocument(response, 200, 'Order')
    check.isChanged(order, await items.order.findUnique({ where: { id: order.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const order = await make.order(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/orders/${order.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const order = await make.order(items)
    const response = await app.inject({ method: 'DELETE', url: url`/orders/${order.id}` })
    check.isMessage(response)
    check.isDeleted(await items.order.findUnique({ where: { id: order.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/orders/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/orders/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/orders/{id}/history', () => {
  it('GET returns history', async (context) => {
    const { app, items } = await startService(context)
    const order = await make.order(items)
    const response = await app.inject({ method: 'GET', url: url`/orders/${order.id}/history` })
    check.isListField(response)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/orders/any/history` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/orders/987654321/history` })
    check.isProblem(response, 404)
  })
})

describe('/orders/{id}/labels', () => {
  it('GET returns labels', async (context) => {
    const { app, items } = await startService(context)
    const order = await make.order(items)
    const response = await app.inject({ method: 'GET', url: url`/orders/${order.id}/labels` })
    check.isDictField(response)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/orders/any/labels` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/orders/987654321/labels` })
    check.isProblem(response, 404)
  })
})
