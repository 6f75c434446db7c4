import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/articles', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.article(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/articles` })
    check.isPage(response, 'Article')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.article.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/articles`,
      payload: samples.article.first,
    })
    check.isCreated(response, 'Article')
    check.isAdded(await items.article.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.article.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/articles`,
      payload: [samples.article.first],
    })
    check.isList(response, 201, 'Article')
    check.isAdded(await items.article.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/articles`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/articles?id=${article.id}`,
      payload: { body: samples.article.second.body },
    })
    check.isChange(response, 1)
    check.isChanged(article, await items.article.findUnique({ where: { id: article.id } }), 'body')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/articles`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/articles?id=${article.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.article.findUnique({ where: { id: article.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/articles` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/articles/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/articles/${article.id}` })
    check.isDocument(response, 200, 'Article')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/articles/${article.id}`,
      payload: samples.article.second,
    })
    check.isDocument(response, 200, 'Article')
    check.isChanged(article, await items.article.findUnique({ where: { id: article.id } }), 'body')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/articles/${article.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/articles/${article.id}`,
      payload: { body: samples.article.second.body },
    })
    check.isDocument(response, 200, 'Article')
    check.isChanged(article, await items.article.findUnique({ where: { id: article.id } }), 'body')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/articles/${article.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/articles/${article.id}` })
    check.isMessage(response)
    check.isDeleted(await items.article.findUnique({ where: { id: article.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/articles/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/articles/987654321` })
    check.isProblem(response, 404)
  })
})
