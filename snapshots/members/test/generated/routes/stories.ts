import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/stories', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.story(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/stories` })
    check.isPage(response, 'Story')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.story.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/stories`, payload: samples.story.first })
    check.isCreated(response, 'Story')
    check.isAdded(await items.story.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.story.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/stories`,
      payload: [samples.story.first],
    })
    check.isList(response, 201, 'Story')
    check.isAdded(await items.story.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/stories`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/stories?id=${story.id}`,
      payload: { fee: samples.story.second.fee },
    })
    check.isChange(response, 1)
    check.isChanged(story, await items.story.findUnique({ where: { id: story.id } }), 'fee')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/stories`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/stories?id=${story.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.story.findUnique({ where: { id: story.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/stories` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/stories` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  })
})

describe('/stories/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/stories/${story.id}` })
    check.isDocument(response, 200, 'Story')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/stories/${story.id}`,
      payload: samples.story.second,
    })
    check.isDocument(response, 200, 'Story')
    check.isChanged(story, await items.story.findUnique({ where: { id: story.id } }), 'fee')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/stories/${story.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/stories/${story.id}`,
      payload: { fee: samples.story.second.fee },
    })
    check.isDocument(response, 200, 'Story')
    check.isChanged(story, await items.story.findUnique({ where: { id: story.id } }), 'fee')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/stories/${story.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/stories/${story.id}` })
    check.isMessage(response)
    check.isDeleted(await items.story.findUnique({ where: { id: story.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/stories/any` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/stories/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/stories/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/stories/{id}/comments', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    await make.comment(items, { story: story.id })
    const response = await app.inject({ method: 'GET', url: url`/v1/stories/${story.id}/comments` })
    check.isPage(response, 'Comment')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const before = await items.comment.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/stories/${story.id}/comments`,
      payload: samples.comment.first,
    })
    check.isCreated(response, 'Comment')
    check.isAdded(await items.comment.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const before = await items.comment.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/stories/${story.id}/comments`,
      payload: [samples.comment.first],
    })
    check.isList(response, 201, 'Comment')
    check.isAdded(await items.comment.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/stories/${story.id}/comments`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/stories/any/comments` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/stories/987654321/comments` })
    check.isProblem(response, 404)
  })
})

describe('/stories/{id}/tags', () => {
  it('GET returns tags', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/stories/${story.id}/tags` })
    check.isListField(response)
  })

  it('POST changes tags', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/stories/${story.id}/tags`,
      payload: samples.story.second.tags,
    })
    check.isListField(response)
    check.isChanged(story, await items.story.findUnique({ where: { id: story.id } }), 'tags')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/stories/any/tags` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/stories/987654321/tags` })
    check.isProblem(response, 404)
  })
})
