import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/owneds', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.owned(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/owneds` })
    check.isPage(response, 'Owned')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.owned.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/owneds`, payload: samples.owned.first })
    check.isCreated(response, 'Owned')
    check.isAdded(await items.owned.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.owned.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/owneds`,
      payload: [samples.owned.first],
    })
    check.isList(response, 201, 'Owned')
    check.isAdded(await items.owned.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/owneds`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/owneds?id=${owned.id}`,
      payload: { label: samples.owned.second.label },
    })
    check.isChange(response, 1)
    check.isChanged(owned, await items.owned.findUnique({ where: { id: owned.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/owneds`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/owneds?id=${owned.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.owned.findUnique({ where: { id: owned.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/owneds` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/owneds/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/owneds/${owned.id}` })
    check.isDocument(response, 200, 'Owned')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/owneds/${owned.id}`,
      payload: samples.owned.second,
    })
    check.isDocument(response, 200, 'Owned')
    check.isChanged(owned, await items.owned.findUnique({ where: { id: owned.id } }), 'label')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/owneds/${owned.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/owneds/${owned.id}`,
      payload: { label: samples.owned.second.label },
    })
    check.isDocument(response, 200, 'Owned')
    check.isChanged(owned, await items.owned.findUnique({ where: { id: owned.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/owneds/${owned.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/owneds/${owned.id}` })
    check.isMessage(response)
    check.isDeleted(await items.owned.findUnique({ where: { id: owned.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/owneds/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/owneds/987654321` })
    check.isProblem(response, 404)
  })
})
