import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/pullings', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.pulling(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/pullings` })
    check.isPage(response, 'Pulling')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.pulling.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/pullings`,
      payload: samples.pulling.first,
    })
    check.isCreated(response, 'Pulling')
    check.isAdded(await items.pulling.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.pulling.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/pullings`,
      payload: [samples.pulling.first],
    })
    check.isList(response, 201, 'Pulling')
    check.isAdded(await items.pulling.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/pullings`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/pullings?id=${pulling.id}`,
      payload: { label: samples.pulling.second.label },
    })
    check.isChange(response, 1)
    check.isChanged(pulling, await items.pulling.findUnique({ where: { id: pulling.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/pullings`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/pullings?id=${pulling.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.pulling.findUnique({ where: { id: pulling.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/pullings` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/pullings/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/pullings/${pulling.id}` })
    check.isDocument(response, 200, 'Pulling')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/pullings/${pulling.id}`,
      payload: samples.pulling.second,
    })
    check.isDocument(response, 200, 'Pulling')
    check.isChanged(pulling, await items.pulling.findUnique({ where: { id: pulling.id } }), 'label')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/pullings/${pulling.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/pullings/${pulling.id}`,
      payload: { label: samples.pulling.second.label },
    })
    check.isDocument(response, 200, 'Pulling')
    check.isChanged(pulling, await items.pulling.findUnique({ where: { id: pulling.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/pullings/${pulling.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/pullings/${pulling.id}` })
    check.isMessage(response)
    check.isDeleted(await items.pulling.findUnique({ where: { id: pulling.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/pullings/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/pullings/987654321` })
    check.isProblem(response, 404)
  })
})
