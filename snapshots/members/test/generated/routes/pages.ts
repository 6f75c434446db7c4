import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/pages', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.page(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/pages` })
    check.isPage(response, 'Page')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.page.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/pages`, payload: samples.page.first })
    check.isCreated(response, 'Page')
    check.isAdded(await items.page.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.page.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/pages`, payload: [samples.page.first] })
    check.isList(response, 201, 'Page')
    check.isAdded(await items.page.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/pages`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/pages` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/pages/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/pages/${page.id}` })
    check.isDocument(response, 200, 'Page')
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/pages/${page.id}` })
    check.isMessage(response)
    check.isDeleted(await items.page.findUnique({ where: { id: page.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/pages/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/pages/987654321` })
    check.isProblem(response, 404)
  })
})
