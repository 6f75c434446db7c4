import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/users', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.user(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users` })
    check.isPage(answer, 'User')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/users`, payload: samples.user.first })
    check.isCreated(answer, 'User')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/users`, payload: [samples.user.first] })
    check.isList(answer, 201, 'User')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/users`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/users` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })
})

describe('/users/{username}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}` })
    check.isDocument(answer, 200, 'User')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}`,
      payload: { groups: samples.user.second.groups },
    })
    check.isDocument(answer, 200, 'User')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/users/${user.username}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/users/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/unknown` })
    check.isProblem(answer, 404)
  })
})

describe('/users/{username}/profile', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/profile` })
    check.isDocument(answer, 200, 'Profile')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/profile`,
      payload: samples.profile.first,
    })
    check.isCreated(answer, 'Profile')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/profile`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/profile`,
      payload: { address: samples.profile.second.address },
    })
    check.isDocument(answer, 200, 'Profile')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/profile`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/users/any/profile` })
    check.isNotAllowed(answer, 'GET, HEAD, PATCH, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/unknown/profile` })
    check.isProblem(answer, 404)
  })
})
