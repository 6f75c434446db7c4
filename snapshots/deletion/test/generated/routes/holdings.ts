import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/holdings', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.holding(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/holdings` })
    check.isPage(response, 'Holding')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.holding.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/holdings`,
      payload: samples.holding.first,
    })
    check.isCreated(response, 'Holding')
    check.isAdded(await items.holding.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.holding.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/holdings`,
      payload: [samples.holding.first],
    })
    check.isList(response, 201, 'Holding')
    check.isAdded(await items.holding.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/holdings`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/holdings?id=${holding.id}`,
      payload: { label: samples.holding.second.label },
    })
    check.isChange(response, 1)
    check.isChanged(holding, await items.holding.findUnique({ where: { id: holding.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/holdings`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/holdings?id=${holding.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.holding.findUnique({ where: { id: holding.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/holdings` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/holdings/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/holdings/${holding.id}` })
    check.isDocument(response, 200, 'Holding')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/holdings/${holding.id}`,
      payload: samples.holding.second,
    })
    check.isDocument(response, 200, 'Holding')
    check.isChanged(holding, await items.holding.findUnique({ where: { id: holding.id } }), 'label')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/holdings/${holding.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/holdings/${holding.id}`,
      payload: { label: samples.holding.second.label },
    })
    check.isDocument(response, 200, 'Holding')
    check.isChanged(holding, await items.holding.findUnique({ where: { id: holding.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/holdings/${holding.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/holdings/${holding.id}` })
    check.isMessage(response)
    check.isDeleted(await items.holding.findUnique({ where: { id: holding.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/holdings/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/holdings/987654321` })
    check.isProblem(response, 404)
  })
})
