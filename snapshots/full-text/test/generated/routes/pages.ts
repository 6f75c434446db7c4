import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/pages', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.page(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/pages` })
    check.isPage(answer, 'Page')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/pages`, payload: samples.page.first })
    check.isCreated(answer, 'Page')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/pages`, payload: [samples.page.first] })
    check.isList(answer, 201, 'Page')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/pages`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/pages?slug=${page.slug}`,
      payload: { body: samples.page.second.body },
    })
    check.isChange(answer)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/pages`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/pages?slug=${page.slug}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/pages` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/pages/{slug}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/pages/${page.slug}` })
    check.isDocument(answer, 200, 'Page')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/pages/${page.slug}`,
      payload: { ...samples.page.second, slug: page.slug },
    })
    check.isDocument(answer, 200, 'Page')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/pages/${page.slug}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/pages/${page.slug}`,
      payload: { body: samples.page.second.body },
    })
    check.isDocument(answer, 200, 'Page')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/pages/${page.slug}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/pages/${page.slug}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/pages/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/pages/unknown` })
    check.isProblem(answer, 404)
  })
})
