import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/users', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.user(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/users` })
    check.isPage(response, 'User')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/users`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/users` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/users/{username}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}` })
    check.isDocument(response, 200, 'User')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}`,
      payload: { password: samples.user.second.password },
    })
    check.isDocument(response, 200, 'User')
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'password')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/users/any` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/unknown` })
    check.isProblem(response, 404)
  })
})
