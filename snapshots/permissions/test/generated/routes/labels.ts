import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/labels', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.label(items)
    const response = await app.inject({ method: 'GET', url: url`/labels` })
    check.isPage(response, 'Label')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.label.count()
    const response = await app.inject({ method: 'POST', url: url`/labels`, payload: samples.label.first })
    check.isCreated(response, 'Label')
    check.isAdded(await items.label.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.label.count()
    const response = await app.inject({ method: 'POST', url: url`/labels`, payload: [samples.label.first] })
    check.isList(response, 201, 'Label')
    check.isAdded(await items.label.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/labels`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/labels` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/labels/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const label = await make.label(items)
    const response = await app.inject({ method: 'GET', url: url`/labels/${label.id}` })
    check.isDocument(response, 200, 'Label')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const label = await make.label(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/labels/${label.id}`,
      payload: { title: samples.label.second.title },
    })
    check.isDocument(response, 200, 'Label')
    check.isChanged(label, await items.label.findUnique({ where: { id: label.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const label = await make.label(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/labels/${label.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const label = await make.label(items)
    const response = await app.inject({ method: 'DELETE', url: url`/labels/${label.id}` })
    check.isMessage(response)
    check.isDeleted(await items.label.findUnique({ where: { id: label.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/labels/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/labels/987654321` })
    check.isProblem(response, 404)
  })
})
