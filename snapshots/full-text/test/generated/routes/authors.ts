import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/authors', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.author(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors` })
    check.isPage(response, 'Author')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.author.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors`,
      payload: samples.author.first,
    })
    check.isCreated(response, 'Author')
    check.isAdded(await items.author.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.author.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors`,
      payload: [samples.author.first],
    })
    check.isList(response, 201, 'Author')
    check.isAdded(await items.author.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/authors`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors?id=${author.id}`,
      payload: { name: samples.author.second.name },
    })
    check.isChange(response, 1)
    check.isChanged(author, await items.author.findUnique({ where: { id: author.id } }), 'name')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/authors`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/authors?id=${author.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.author.findUnique({ where: { id: author.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/authors` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/authors/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/${author.id}` })
    check.isDocument(response, 200, 'Author')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.id}`,
      payload: samples.author.second,
    })
    check.isDocument(response, 200, 'Author')
    check.isChanged(author, await items.author.findUnique({ where: { id: author.id } }), 'name')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.id}`,
      payload: { name: samples.author.second.name },
    })
    check.isDocument(response, 200, 'Author')
    check.isChanged(author, await items.author.findUnique({ where: { id: author.id } }), 'name')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/authors/${author.id}` })
    check.isMessage(response)
    check.isDeleted(await items.author.findUnique({ where: { id: author.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/authors/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/987654321` })
    check.isProblem(response, 404)
  })
})
