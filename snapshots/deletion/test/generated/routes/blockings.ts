import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/blockings', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.blocking(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/blockings` })
    check.isPage(response, 'Blocking')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.blocking.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/blockings`,
      payload: samples.blocking.first,
    })
    check.isCreated(response, 'Blocking')
    check.isAdded(await items.blocking.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.blocking.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/blockings`,
      payload: [samples.blocking.first],
    })
    check.isList(response, 201, 'Blocking')
    check.isAdded(await items.blocking.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/blockings`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/blockings?id=${blocking.id}`,
      payload: { label: samples.blocking.second.label },
    })
    check.isChange(response, 1)
    check.isChanged(blocking, await items.blocking.findUnique({ where: { id: blocking.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/blockings`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/blockings?id=${blocking.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.blocking.findUnique({ where: { id: blocking.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/blockings` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/blockings/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/blockings/${blocking.id}` })
    check.isDocument(response, 200, 'Blocking')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/blockings/${blocking.id}`,
      payload: samples.blocking.second,
    })
    check.isDocument(response, 200, 'Blocking')
    check.isChanged(blocking, await items.blocking.findUnique({ where: { id: blocking.id } }), 'label')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/blockings/${blocking.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/blockings/${blocking.id}`,
      payload: { label: samples.blocking.second.label },
    })
    check.isDocument(response, 200, 'Blocking')
    check.isChanged(blocking, await items.blocking.findUnique({ where: { id: blocking.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/blockings/${blocking.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/blockings/${blocking.id}` })
    check.isMessage(response)
    check.isDeleted(await items.blocking.findUnique({ where: { id: blocking.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/blockings/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/blockings/987654321` })
    check.isProblem(response, 404)
  })
})
