import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/comments', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.comment(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/comments` })
    check.isPage(response, 'Comment')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.comment.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/comments`,
      payload: samples.comment.first,
    })
    check.isCreated(response, 'Comment')
    check.isAdded(await items.comment.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.comment.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/comments`,
      payload: [samples.comment.first],
    })
    check.isList(response, 201, 'Comment')
    check.isAdded(await items.comment.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/comments`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/comments` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/comments/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const comment = await make.comment(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/comments/${comment.id}` })
    check.isDocument(response, 200, 'Comment')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const comment = await make.comment(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/comments/${comment.id}`,
      payload: { flag: samples.comment.second.flag },
    })
    check.isDocument(response, 200, 'Comment')
    check.isChanged(comment, await items.comment.findUnique({ where: { id: comment.id } }), 'flag')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const comment = await make.comment(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/comments/${comment.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const comment = await make.comment(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/comments/${comment.id}` })
    check.isMessage(response)
    check.isDeleted(await items.comment.findUnique({ where: { id: comment.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/comments/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/comments/987654321` })
    check.isProblem(response, 404)
  })
})
