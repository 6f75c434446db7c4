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
      payload: { created_at: samples.story.second.created_at },
    })
    check.isChange(response, 1)
    check.isChanged(story, await items.story.findUnique({ where: { id: story.id } }), 'created_at')
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
    check.isChanged(story, await items.story.findUnique({ where: { id: story.id } }), 'created_at')
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
      payload: { created_at: samples.story.second.created_at },
    })
    check.isDocument(response, 200, 'Story')
    check.isChanged(story, await items.story.findUnique({ where: { id: story.id } }), 'created_at')
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
