import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/looses', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.loose(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/looses` })
    check.isPage(response, 'Loose')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.loose.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/looses`, payload: samples.loose.first })
    check.isCreated(response, 'Loose')
    check.isAdded(await items.loose.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.loose.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/looses`,
      payload: [samples.loose.first],
    })
    check.isList(response, 201, 'Loose')
    check.isAdded(await items.loose.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/looses`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/looses?id=${loose.id}`,
      payload: { label: samples.loose.second.label },
    })
    check.isChange(response, 1)
    check.isChanged(loose, await items.loose.findUnique({ where: { id: loose.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/looses`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/looses?id=${loose.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.loose.findUnique({ where: { id: loose.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/looses` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/looses/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/looses/${loose.id}` })
    check.isDocument(response, 200, 'Loose')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/looses/${loose.id}`,
      payload: samples.loose.second,
    })
    check.isDocument(response, 200, 'Loose')
    check.isChanged(loose, await items.loose.findUnique({ where: { id: loose.id } }), 'label')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/looses/${loose.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/looses/${loose.id}`,
      payload: { label: samples.loose.second.label },
    })
    check.isDocument(response, 200, 'Loose')
    check.isChanged(loose, await items.loose.findUnique({ where: { id: loose.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/looses/${loose.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/looses/${loose.id}` })
    check.isMessage(response)
    check.isDeleted(await items.loose.findUnique({ where: { id: loose.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/looses/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/looses/987654321` })
    check.isProblem(response, 404)
  })
})
