import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { startService, url } from '../service.js'

describe('/users/{username}', () => {
  it('POST calls its function', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}`,
      headers: { 'content-type': 'text/plain' },
      payload: 'text',
    })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'POST', url: url`/v1/users/${user.username}?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('POST below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/users/unknown` })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/avatar', () => {
  it('GET calls its function', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/avatar` })
    check.isProblem(response, 501)
  })

  it('GET rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'GET',
      url: url`/v1/users/${user.username}/avatar?_unknown=1`,
    })
    check.isProblem(response, 400)
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/unknown/avatar` })
    check.isProblem(response, 404)
  })

  it('PUT calls its function', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}/avatar`,
      headers: { 'content-type': 'multipart/form-data; boundary=boundary-of-parts' },
      payload:
        '--boundary-of-parts\r\nContent-Disposition: form-data; name="image"; filename="file.txt"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n--boundary-of-parts--\r\n',
    })
    check.isProblem(response, 501)
  })

  it('PUT rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}/avatar?_unknown=1`,
    })
    check.isProblem(response, 400)
  })

  it('PUT below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/users/unknown/avatar` })
    check.isProblem(response, 404)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/users/any/avatar` })
    check.isNotAllowed(response, 'GET, HEAD, PUT')
  })
})

describe('/users/{username}/stories/{id}/publish', () => {
  it('POST calls its function', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { author: user.username })
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/stories/${story.id}/publish`,
    })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { author: user.username })
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/stories/${story.id}/publish?_unknown=1`,
    })
    check.isProblem(response, 400)
  })

  it('POST below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/users/unknown/stories/unknown/publish` })
    check.isProblem(response, 404)
  })

  it('GET is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/any/stories/any/publish` })
    check.isNotAllowed(response, 'POST')
  })
})
