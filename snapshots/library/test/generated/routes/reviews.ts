import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/reviews', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.review(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/reviews` })
    check.isPage(response, 'Review')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const before = await items.review.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/reviews`,
      payload: { ...samples.review.first, writer: author.name },
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
      url: url`/v1/reviews`,
      payload: [{ ...samples.review.first, writer: author.name }],
    })
    check.isList(response, 201, 'Review')
    check.isAdded(await items.review.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/reviews`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const review = await make.review(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/reviews?id=${review.id}`,
      payload: { stars: samples.review.second.stars },
    })
    check.isChange(response, 1)
    check.isChanged(review, await items.review.findUnique({ where: { id: review.id } }), 'stars')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/reviews`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const review = await make.review(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/reviews?id=${review.id}`,
      payload: { stars: samples.review.second.stars },
    })
    check.isChange(response, 1)
    check.isChanged(review, await items.review.findUnique({ where: { id: review.id } }), 'stars')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/reviews`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const review = await make.review(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/reviews?id=${review.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.review.findUnique({ where: { id: review.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/reviews` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
  })
})

describe('/reviews/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const review = await make.review(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/reviews/${review.id}` })
    check.isDocument(response, 200, 'Review')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const review = await make.review(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/reviews/${review.id}`,
      payload: { ...samples.review.second, writer: review.writer },
    })
    check.isDocument(response, 200, 'Review')
    check.isChanged(review, await items.review.findUnique({ where: { id: review.id } }), 'stars')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const review = await make.review(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/reviews/${review.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const review = await make.review(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/reviews/${review.id}`,
      payload: { stars: samples.review.second.stars },
    })
    check.isDocument(response, 200, 'Review')
    check.isChanged(review, await items.review.findUnique({ where: { id: review.id } }), 'stars')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const review = await make.review(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/reviews/${review.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const review = await make.review(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/reviews/${review.id}` })
    check.isMessage(response)
    check.isDeleted(await items.review.findUnique({ where: { id: review.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/reviews/any` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/reviews/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/reviews/987654321` })
    check.isProblem(response, 404)
  })
})
