import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/papers', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.paper(items)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/papers` })
    check.isPage(response, 'Paper')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.paper.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/papers`,
      payload: samples.paper.first,
    })
    check.isCreated(response, 'Paper')
    check.isAdded(await items.paper.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.paper.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/papers`,
      payload: [samples.paper.first],
    })
    check.isList(response, 201, 'Paper')
    check.isAdded(await items.paper.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/clubs/api/papers`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/papers?id=${paper.id}`,
      payload: { pages: samples.paper.second.pages },
    })
    check.isChange(response, 1)
    check.isChanged(paper, await items.paper.findUnique({ where: { id: paper.id } }), 'pages')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/clubs/api/papers`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const response = await app.inject({ method: 'DELETE', url: url`/clubs/api/papers?id=${paper.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.paper.findUnique({ where: { id: paper.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/clubs/api/papers` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/papers/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/papers/${paper.id}` })
    check.isDocument(response, 200, 'Paper')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/clubs/api/papers/${paper.id}`,
      payload: samples.paper.second,
    })
    check.isDocument(response, 200, 'Paper')
    check.isChanged(paper, await items.paper.findUnique({ where: { id: paper.id } }), 'pages')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/clubs/api/papers/${paper.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/papers/${paper.id}`,
      payload: { pages: samples.paper.second.pages },
    })
    check.isDocument(response, 200, 'Paper')
    check.isChanged(paper, await items.paper.findUnique({ where: { id: paper.id } }), 'pages')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/papers/${paper.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const response = await app.inject({ method: 'DELETE', url: url`/clubs/api/papers/${paper.id}` })
    check.isMessage(response)
    check.isDeleted(await items.paper.findUnique({ where: { id: paper.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/clubs/api/papers/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/papers/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/papers/{id}/seal', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    await make.seal(items, { paper: paper.id })
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/papers/${paper.id}/seal` })
    check.isDocument(response, 200, 'Seal')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const before = await items.seal.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/papers/${paper.id}/seal`,
      payload: samples.seal.first,
    })
    check.isCreated(response, 'Seal')
    check.isAdded(await items.seal.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/papers/${paper.id}/seal`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const seal = await make.seal(items, { paper: paper.id })
    const response = await app.inject({ method: 'DELETE', url: url`/clubs/api/papers/${paper.id}/seal` })
    check.isMessage(response)
    check.isDeleted(await items.seal.findUnique({ where: { id: seal.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/clubs/api/papers/any/seal` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/papers/987654321/seal` })
    check.isProblem(response, 404)
  })
})
