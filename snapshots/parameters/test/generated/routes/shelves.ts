import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/shelves', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.shelf(items)
    const response = await app.inject({ method: 'GET', url: url`/shelves` })
    check.isPage(response, 'Shelf')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.shelf.count()
    const response = await app.inject({ method: 'POST', url: url`/shelves`, payload: samples.shelf.first })
    check.isCreated(response, 'Shelf')
    check.isAdded(await items.shelf.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.shelf.count()
    const response = await app.inject({ method: 'POST', url: url`/shelves`, payload: [samples.shelf.first] })
    check.isList(response, 201, 'Shelf')
    check.isAdded(await items.shelf.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/shelves`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/shelves` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/shelves/{code}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const shelf = await make.shelf(items)
    const response = await app.inject({ method: 'GET', url: url`/shelves/${shelf.code}` })
    check.isDocument(response, 200, 'Shelf')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/shelves/any` })
    check.isNotAllowed(response, 'GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/shelves/unknown` })
    check.isProblem(response, 404)
  })
})

describe('/shelves/{code}/books', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const shelf = await make.shelf(items)
    await make.book(items, { shelf: shelf.code })
    const response = await app.inject({ method: 'GET', url: url`/shelves/${shelf.code}/books` })
    check.isPage(response, 'Book')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/shelves/any/books` })
    check.isNotAllowed(response, 'GET, HEAD')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/shelves/unknown/books` })
    check.isProblem(response, 404)
  })
})
