import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/badges', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.badge(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/badges` })
    check.isPage(response, 'Badge')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.badge.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/badges`, payload: samples.badge.first })
    check.isCreated(response, 'Badge')
    check.isAdded(await items.badge.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.badge.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/badges`,
      payload: [samples.badge.first],
    })
    check.isList(response, 201, 'Badge')
    check.isAdded(await items.badge.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/badges`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/badges?id=${badge.id}`,
      payload: { label: samples.badge.second.label },
    })
    check.isChange(response, 1)
    check.isChanged(badge, await items.badge.findUnique({ where: { id: badge.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/badges`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/badges?id=${badge.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.badge.findUnique({ where: { id: badge.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/badges` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/badges/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/badges/${badge.id}` })
    check.isDocument(response, 200, 'Badge')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/badges/${badge.id}`,
      payload: samples.badge.second,
    })
    check.isDocument(response, 200, 'Badge')
    check.isChanged(badge, await items.badge.findUnique({ where: { id: badge.id } }), 'label')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/badges/${badge.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/badges/${badge.id}`,
      payload: { label: samples.badge.second.label },
    })
    check.isDocument(response, 200, 'Badge')
    check.isChanged(badge, await items.badge.findUnique({ where: { id: badge.id } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/badges/${badge.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/badges/${badge.id}` })
    check.isMessage(response)
    check.isDeleted(await items.badge.findUnique({ where: { id: badge.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/badges/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/badges/987654321` })
    check.isProblem(response, 404)
  })
})
