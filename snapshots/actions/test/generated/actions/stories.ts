import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { startService, url } from '../service.js'

describe('/stories/{id}', () => {
  it('POST calls its function', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/stories/${story.id}`,
      headers: { 'content-type': 'application/json' },
      payload: '{"line":"line-1","times":1}',
    })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({ method: 'POST', url: url`/v1/stories/${story.id}?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('POST below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/stories/unknown` })
    check.isProblem(response, 404)
  })
})

describe('/stories/{id}/publish', () => {
  it('POST calls its function', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/stories/${story.id}/publish`,
      headers: { 'x-reason': 'value-1' },
    })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/stories/${story.id}/publish?_unknown=1`,
    })
    check.isProblem(response, 400)
  })

  it('POST below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/stories/unknown/publish` })
    check.isProblem(response, 404)
  })

  it('DELETE calls its function', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/stories/${story.id}/publish` })
    check.isProblem(response, 501)
  })

  it('DELETE rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const response = await app.inject({
      method: 'DELETE',
      url: url`/v1/stories/${story.id}/publish?_unknown=1`,
    })
    check.isProblem(response, 400)
  })

  it('DELETE below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/stories/unknown/publish` })
    check.isProblem(response, 404)
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/stories/any/publish` })
    check.isOptions(response, 'DELETE, OPTIONS, POST')
  })

  it('GET is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/stories/any/publish` })
    check.isNotAllowed(response, 'DELETE, OPTIONS, POST')
  })
})
