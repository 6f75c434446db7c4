import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/pages', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.page(items)
    const response = await app.inject({ method: 'GET', url: url`/pages` })
    check.isPage(response, 'Page')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.page.count()
    const response = await app.inject({ method: 'POST', url: url`/pages`, payload: samples.page.first })
    check.isCreated(response, 'Page')
    check.isAdded(await items.page.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.page.count()
    const response = await app.inject({ method: 'POST', url: url`/pages`, payload: [samples.page.first] })
    check.isList(response, 201, 'Page')
    check.isAdded(await items.page.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/pages`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/pages?id=${page.id}`,
      payload: { title: samples.page.second.title },
    })
    check.isChange(response, 1)
    check.isChanged(page, await items.page.findUnique({ where: { id: page.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/pages`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/pages` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH, POST')
  })
})

describe('/pages/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({ method: 'GET', url: url`/pages/${page.id}` })
    check.isDocument(response, 200, 'Page')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/pages/${page.id}`,
      payload: samples.page.second,
    })
    check.isDocument(response, 200, 'Page')
    check.isChanged(page, await items.page.findUnique({ where: { id: page.id } }), 'title')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({ method: 'PUT', url: url`/pages/${page.id}`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/pages/${page.id}`,
      payload: { title: samples.page.second.title },
    })
    check.isDocument(response, 200, 'Page')
    check.isChanged(page, await items.page.findUnique({ where: { id: page.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({ method: 'PATCH', url: url`/pages/${page.id}`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({ method: 'DELETE', url: url`/pages/${page.id}` })
    check.isMessage(response)
    check.isDeleted(await items.page.findUnique({ where: { id: page.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/pages/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/pages/987654321` })
    check.isProblem(response, 404)
  })
})
