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

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/authors?name=${author.name}`,
      payload: { tags: samples.author.second.tags },
    })
    check.isChange(response, 1)
    check.isChanged(author, await items.author.findUnique({ where: { name: author.name } }), 'tags')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/authors`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors?name=${author.name}`,
      payload: { tags: samples.author.second.tags },
    })
    check.isChange(response, 1)
    check.isChanged(author, await items.author.findUnique({ where: { name: author.name } }), 'tags')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/authors`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/authors?name=${author.name}` })
    check.isChange(response, 1)
    check.isDeleted(await items.author.findUnique({ where: { name: author.name } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/authors` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
  })
})

describe('/authors/{name}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/${author.name}` })
    check.isDocument(response, 200, 'Author')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.name}`,
      payload: { ...samples.author.second, name: author.name },
    })
    check.isDocument(response, 200, 'Author')
    check.isChanged(author, await items.author.findUnique({ where: { name: author.name } }), 'email')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.name}`,
      payload: { tags: samples.author.second.tags },
    })
    check.isDocument(response, 200, 'Author')
    check.isChanged(author, await items.author.findUnique({ where: { name: author.name } }), 'tags')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/authors/${author.name}` })
    check.isMessage(response)
    check.isDeleted(await items.author.findUnique({ where: { name: author.name } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/authors/any` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/authors/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/unknown` })
    check.isProblem(response, 404)
  })
})

describe('/authors/{name}/books', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    await make.book(items, { author: author.name })
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/${author.name}/books` })
    check.isPage(response, 'Book')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const before = await items.book.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors/${author.name}/books`,
      payload: samples.book.first,
    })
    check.isCreated(response, 'Book')
    check.isAdded(await items.book.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const before = await items.book.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors/${author.name}/books`,
      payload: [samples.book.first],
    })
    check.isList(response, 201, 'Book')
    check.isAdded(await items.book.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors/${author.name}/books`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.name}/books?id=${book.id}`,
      payload: { created_at: samples.book.second.created_at },
    })
    check.isChange(response, 1)
    check.isChanged(book, await items.book.findUnique({ where: { id: book.id } }), 'created_at')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.name}/books`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.name}/books?id=${book.id}`,
      payload: { created_at: samples.book.second.created_at },
    })
    check.isChange(response, 1)
    check.isChanged(book, await items.book.findUnique({ where: { id: book.id } }), 'created_at')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.name}/books`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const response = await app.inject({
      method: 'DELETE',
      url: url`/v1/authors/${author.name}/books?id=${book.id}`,
    })
    check.isChange(response, 1)
    check.isDeleted(await items.book.findUnique({ where: { id: book.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/authors/any/books` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/unknown/books` })
    check.isProblem(response, 404)
  })
})

describe('/authors/{name}/books/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const response = await app.inject({
      method: 'GET',
      url: url`/v1/authors/${author.name}/books/${book.id}`,
    })
    check.isDocument(response, 200, 'Book')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.name}/books/${book.id}`,
      payload: samples.book.second,
    })
    check.isDocument(response, 200, 'Book')
    check.isChanged(book, await items.book.findUnique({ where: { id: book.id } }), 'created_at')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.name}/books/${book.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.name}/books/${book.id}`,
      payload: { created_at: samples.book.second.created_at },
    })
    check.isDocument(response, 200, 'Book')
    check.isChanged(book, await items.book.findUnique({ where: { id: book.id } }), 'created_at')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.name}/books/${book.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const response = await app.inject({
      method: 'DELETE',
      url: url`/v1/authors/${author.name}/books/${book.id}`,
    })
    check.isMessage(response)
    check.isDeleted(await items.book.findUnique({ where: { id: book.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/authors/any/books/any` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/authors/any/books/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/${author.name}/books/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/authors/{name}/books/{id}/cover', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    await make.cover(items, { book: book.id })
    const response = await app.inject({
      method: 'GET',
      url: url`/v1/authors/${author.name}/books/${book.id}/cover`,
    })
    check.isDocument(response, 200, 'Cover')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const before = await items.cover.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors/${author.name}/books/${book.id}/cover`,
      payload: samples.cover.first,
    })
    check.isCreated(response, 'Cover')
    check.isAdded(await items.cover.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors/${author.name}/books/${book.id}/cover`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const cover = await make.cover(items, { book: book.id })
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.name}/books/${book.id}/cover`,
      payload: samples.cover.second,
    })
    check.isDocument(response, 200, 'Cover')
    check.isChanged(cover, await items.cover.findUnique({ where: { id: cover.id } }), 'color')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    await make.cover(items, { book: book.id })
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.name}/books/${book.id}/cover`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const cover = await make.cover(items, { book: book.id })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.name}/books/${book.id}/cover`,
      payload: { color: samples.cover.second.color },
    })
    check.isDocument(response, 200, 'Cover')
    check.isChanged(cover, await items.cover.findUnique({ where: { id: cover.id } }), 'color')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    await make.cover(items, { book: book.id })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.name}/books/${book.id}/cover`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const book = await make.book(items, { author: author.name })
    const cover = await make.cover(items, { book: book.id })
    const response = await app.inject({
      method: 'DELETE',
      url: url`/v1/authors/${author.name}/books/${book.id}/cover`,
    })
    check.isMessage(response)
    check.isDeleted(await items.cover.findUnique({ where: { id: cover.id } }))
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/unknown/books/unknown/cover` })
    check.isProblem(response, 404)
  })
})

describe('/authors/{name}/links', () => {
  it('GET returns links', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/${author.name}/links` })
    check.isDictField(response)
  })

  it('POST changes links', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors/${author.name}/links`,
      payload: { name: 'value' },
    })
    check.isDictField(response)
    check.isChanged(author, await items.author.findUnique({ where: { name: author.name } }), 'links')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/authors/any/links` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/unknown/links` })
    check.isProblem(response, 404)
  })
})

describe('/authors/{name}/tags', () => {
  it('GET returns tags', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/${author.name}/tags` })
    check.isListField(response)
  })

  it('POST changes tags', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors/${author.name}/tags`,
      payload: samples.author.second.tags,
    })
    check.isListField(response)
    check.isChanged(author, await items.author.findUnique({ where: { name: author.name } }), 'tags')
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/authors/any/tags` })
    check.isOptions(response, 'GET, HEAD, OPTIONS, POST')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/authors/any/tags` })
    check.isNotAllowed(response, 'GET, HEAD, OPTIONS, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/unknown/tags` })
    check.isProblem(response, 404)
  })
})

describe('/authors/{name}/written_reviews', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    await make.review(items, { writer: author.name })
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/${author.name}/written_reviews` })
    check.isPage(response, 'Review')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const before = await items.review.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors/${author.name}/written_reviews`,
      payload: samples.review.first,
    })
    check.isCreated(response, 'Review')
    check.isAdded(await items.review.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const before = await items.review.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors/${author.name}/written_reviews`,
      payload: [samples.review.first],
    })
    check.isList(response, 201, 'Review')
    check.isAdded(await items.review.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/authors/${author.name}/written_reviews`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/authors/any/written_reviews` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/authors/unknown/written_reviews` })
    check.isProblem(response, 404)
  })
})
