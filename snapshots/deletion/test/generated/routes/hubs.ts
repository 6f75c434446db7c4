import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/hubs', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.hub(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/hubs` })
    check.isPage(response, 'Hub')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.hub.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/hubs`, payload: samples.hub.first })
    check.isCreated(response, 'Hub')
    check.isAdded(await items.hub.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.hub.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/hubs`, payload: [samples.hub.first] })
    check.isList(response, 201, 'Hub')
    check.isAdded(await items.hub.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/hubs`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/hubs?name=${hub.name}`, payload: {} })
    check.isChange(response, 1)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/hubs`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/hubs?name=${hub.name}` })
    check.isChange(response, 1)
    check.isDeleted(await items.hub.findUnique({ where: { name: hub.name } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/hubs` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/hubs/{name}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/hubs/${hub.name}` })
    check.isDocument(response, 200, 'Hub')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/hubs/${hub.name}`,
      payload: { ...samples.hub.second, name: hub.name },
    })
    check.isDocument(response, 200, 'Hub')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/hubs/${hub.name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/hubs/${hub.name}`, payload: {} })
    check.isDocument(response, 200, 'Hub')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/hubs/${hub.name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/hubs/${hub.name}` })
    check.isMessage(response)
    check.isDeleted(await items.hub.findUnique({ where: { name: hub.name } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/hubs/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/hubs/unknown` })
    check.isProblem(response, 404)
  })
})
