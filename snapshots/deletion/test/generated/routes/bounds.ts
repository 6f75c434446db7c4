import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/bounds', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.bound(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/bounds` })
    check.isPage(response, 'Bound')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const before = await items.bound.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/bounds`,
      payload: { ...samples.bound.first, hub: hub.name },
    })
    check.isCreated(response, 'Bound')
    check.isAdded(await items.bound.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const before = await items.bound.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/bounds`,
      payload: [{ ...samples.bound.first, hub: hub.name }],
    })
    check.isList(response, 201, 'Bound')
    check.isAdded(await items.bound.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/bounds`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/bounds?id=${bound.id}`,
      payload: { label: samples.bound.second.label },
    })
    check.isChange(response, 1)
    check.isChanged(bound, await items.bound.findUnique({ where: { id: bound.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/bounds`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/bounds?id=${bound.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.bound.findUnique({ where: { id: bound.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/bounds` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/bounds/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/bounds/${bound.id}` })
    check.isDocument(response, 200, 'Bound')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/bounds/${bound.id}`,
      payload: { ...samples.bound.second, hub: bound.hub },
    })
    check.isDocument(response, 200, 'Bound')
    check.isChanged(bound, await items.bound.findUnique({ where: { id: bound.id } }), 'label')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/bounds/${bound.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/bounds/${bound.id}`,
      payload: { label: samples.bound.second.label },
    })
    check.isDocument(response, 200, 'Bound')
    check.isChanged(bound, await items.bound.findUnique({ where: { id: bound.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/bounds/${bound.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/bounds/${bound.id}` })
    check.isMessage(response)
    check.isDeleted(await items.bound.findUnique({ where: { id: bound.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/bounds/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/bounds/987654321` })
    check.isProblem(response, 404)
  })
})
