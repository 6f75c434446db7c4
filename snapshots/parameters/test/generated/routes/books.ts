import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/books', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.book(items)
    const answer = await app.inject({ method: 'GET', url: url`/books` })
    check.isPage(answer, 'Book')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/books?notify=true`,
      payload: samples.book.first,
    })
    check.isCreated(answer, 'Book')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/books?notify=true`,
      payload: [samples.book.first],
    })
    check.isList(answer, 201, 'Book')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/books?notify=true`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/books?id=${book.id}&status=new` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/books` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, POST')
  })
})

describe('/books/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({ method: 'GET', url: url`/books/${book.id}` })
    check.isDocument(answer, 200, 'Book')
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const book = await make.book(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/books/${book.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/books/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/books/987654321` })
    check.isProblem(answer, 404)
  })
})
