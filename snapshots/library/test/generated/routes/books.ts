import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/books', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.book(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/books` })
    check.isPage(response, 'Book')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.book.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/books`, payload: samples.book.first })
    check.isCreated(response, 'Book')
    check.isAdded(await items.book.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.book.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/books`, payload: [samples.book.first] })
    check.isList(response, 201, 'Book')
    check.isAdded(await items.book.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/books`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/books?id=${book.id}`,
      payload: { created_at: samples.book.second.created_at },
    })
    check.isChange(response, 1)
    check.isChanged(book, await items.book.findUnique({ where: { id: book.id } }), 'created_at')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/books`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/books?id=${book.id}`,
      payload: { created_at: samples.book.second.created_at },
    })
    check.isChange(response, 1)
    check.isChanged(book, await items.book.findUnique({ where: { id: book.id } }), 'created_at')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/books`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/books?id=${book.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.book.findUnique({ where: { id: book.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/books` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
  })
})

describe('/books/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/books/${book.id}` })
    check.isDocument(response, 200, 'Book')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/books/${book.id}`,
      payload: samples.book.second,
    })
    check.isDocument(response, 200, 'Book')
    check.isChanged(book, await items.book.findUnique({ where: { id: book.id } }), 'created_at')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/books/${book.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/books/${book.id}`,
      payload: { created_at: samples.book.second.created_at },
    })
    check.isDocument(response, 200, 'Book')
    check.isChanged(book, await items.book.findUnique({ where: { id: book.id } }), 'created_at')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/books/${book.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/books/${book.id}` })
    check.isMessage(response)
    check.isDeleted(await items.book.findUnique({ where: { id: book.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/books/any` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/books/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/books/987654321` })
    check.isProblem(response, 404)
  })
})
