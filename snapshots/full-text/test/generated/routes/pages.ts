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

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/pages?slug=${page.slug}`,
      payload: { body: samples.page.second.body },
    })
    check.isChange(response, 1)
    check.isChanged(page, await items.page.findUnique({ where: { slug: page.slug } }), 'body')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/pages`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/pages?slug=${page.slug}` })
    check.isChange(response, 1)
    check.isDeleted(await items.page.findUnique({ where: { slug: page.slug } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/pages` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/pages/{slug}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/pages/${page.slug}` })
    check.isDocument(response, 200, 'Page')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/pages/${page.slug}`,
      payload: { ...samples.page.second, slug: page.slug },
    })
    check.isDocument(response, 200, 'Page')
    check.isChanged(page, await items.page.findUnique({ where: { slug: page.slug } }), 'body')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/pages/${page.slug}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/pages/${page.slug}`,
      payload: { body: samples.page.second.body },
    })
    check.isDocument(response, 200, 'Page')
    check.isChanged(page, await items.page.findUnique({ where: { slug: page.slug } }), 'body')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/pages/${page.slug}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/pages/${page.slug}` })
    check.isMessage(response)
    check.isDeleted(await items.page.findUnique({ where: { slug: page.slug } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/pages/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/pages/unknown` })
    check.isProblem(response, 404)
  })
})
