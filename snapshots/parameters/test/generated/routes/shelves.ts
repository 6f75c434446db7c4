import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/shelves', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.shelf(items)
    const answer = await app.inject({ method: 'GET', url: url`/shelves` })
    check.isPage(answer, 'Shelf')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/shelves`, payload: samples.shelf.first })
    check.isCreated(answer, 'Shelf')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/shelves`, payload: [samples.shelf.first] })
    check.isList(answer, 201, 'Shelf')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/shelves`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/shelves` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })
})

describe('/shelves/{code}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const shelf = await make.shelf(items)
    const answer = await app.inject({ method: 'GET', url: url`/shelves/${shelf.code}` })
    check.isDocument(answer, 200, 'Shelf')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/shelves/any` })
    check.isNotAllowed(answer, 'GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/shelves/unknown` })
    check.isProblem(answer, 404)
  })
})

describe('/shelves/{code}/books', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const shelf = await make.shelf(items)
    await make.book(items, { shelf: shelf.code })
    const answer = await app.inject({ method: 'GET', url: url`/shelves/${shelf.code}/books` })
    check.isPage(answer, 'Book')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/shelves/any/books` })
    check.isNotAllowed(answer, 'GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/shelves/unknown/books` })
    check.isProblem(answer, 404)
  })
})
