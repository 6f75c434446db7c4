import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/books', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.book(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/books` })
    check.isPage(answer, 'Book')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/books`, payload: samples.book.first })
    check.isCreated(answer, 'Book')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/books`, payload: [samples.book.first] })
    check.isList(answer, 201, 'Book')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/books`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT changes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/books?id=${book.id}`,
      payload: { changed_at: samples.book.second.changed_at },
    })
    check.isChange(answer)
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/books`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/books?id=${book.id}`,
      payload: { changed_at: samples.book.second.changed_at },
    })
    check.isChange(answer)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/books`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/books?id=${book.id}` })
    check.isChange(answer)
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'OPTIONS', url: url`/v1/books` })
    check.isOptions(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
  })
})

describe('/books/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/books/${book.id}` })
    check.isDocument(answer, 200, 'Book')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/books/${book.id}`,
      payload: samples.book.second,
    })
    check.isDocument(answer, 200, 'Book')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/books/${book.id}`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/books/${book.id}`,
      payload: { changed_at: samples.book.second.changed_at },
    })
    check.isDocument(answer, 200, 'Book')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/books/${book.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/books/${book.id}` })
    check.isMessage(answer)
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'OPTIONS', url: url`/v1/books/any` })
    check.isOptions(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/books/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/books/987654321` })
    check.isProblem(answer, 404)
  })
})
