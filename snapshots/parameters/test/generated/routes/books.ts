import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/books', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.book(items)
    const response = await app.inject({ method: 'GET', url: url`/books` })
    check.isPage(response, 'Book')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.book.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/books?notify=true`,
      payload: samples.book.first,
    })
    check.isCreated(response, 'Book')
    check.isAdded(await items.book.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.book.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/books?notify=true`,
      payload: [samples.book.first],
    })
    check.isList(response, 201, 'Book')
    check.isAdded(await items.book.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/books?notify=true`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({ method: 'DELETE', url: url`/books?id=${book.id}&status=new` })
    check.isChange(response)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/books` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, POST')
  })
})

describe('/books/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({ method: 'GET', url: url`/books/${book.id}` })
    check.isDocument(response, 200, 'Book')
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({ method: 'DELETE', url: url`/books/${book.id}` })
    check.isMessage(response)
    check.isDeleted(await items.book.findUnique({ where: { id: book.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/books/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/books/987654321` })
    check.isProblem(response, 404)
  })
})
