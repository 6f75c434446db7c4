import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/entries', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.entry(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/entries` })
    check.isPage(response, 'Entry')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.entry.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/entries`, payload: samples.entry.first })
    check.isCreated(response, 'Entry')
    check.isAdded(await items.entry.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.entry.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/entries`,
      payload: [samples.entry.first],
    })
    check.isList(response, 201, 'Entry')
    check.isAdded(await items.entry.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/entries`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const entry = await make.entry(items)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/entries?id=${entry.id}`, payload: {} })
    check.isChange(response, 1)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/entries`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const entry = await make.entry(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/entries?id=${entry.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.entry.findUnique({ where: { id: entry.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/entries` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/entries/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const entry = await make.entry(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/entries/${entry.id}` })
    check.isDocument(response, 200, 'Entry')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const entry = await make.entry(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/entries/${entry.id}`,
      payload: samples.entry.second,
    })
    check.isDocument(response, 200, 'Entry')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const entry = await make.entry(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/entries/${entry.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const entry = await make.entry(items)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/entries/${entry.id}`, payload: {} })
    check.isDocument(response, 200, 'Entry')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const entry = await make.entry(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/entries/${entry.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const entry = await make.entry(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/entries/${entry.id}` })
    check.isMessage(response)
    check.isDeleted(await items.entry.findUnique({ where: { id: entry.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/entries/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/entries/987654321` })
    check.isProblem(response, 404)
  })
})
