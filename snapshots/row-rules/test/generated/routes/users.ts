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

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.user.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/users`, payload: samples.user.first })
    check.isCreated(response, 'User')
    check.isAdded(await items.user.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.user.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/users`, payload: [samples.user.first] })
    check.isList(response, 201, 'User')
    check.isAdded(await items.user.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/users`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/users?username=${user.username}`,
      payload: { groups: samples.user.second.groups },
    })
    check.isChange(response, 1)
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'groups')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/users`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/users?username=${user.username}`,
      payload: { groups: samples.user.second.groups },
    })
    check.isChange(response, 1)
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'groups')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/users`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/users?username=${user.username}` })
    check.isChange(response, 1)
    check.isDeleted(await items.user.findUnique({ where: { username: user.username } }))
  })
})

describe('/users/{username}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}` })
    check.isDocument(response, 200, 'User')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}`,
      payload: { ...samples.user.second, username: user.username },
    })
    check.isDocument(response, 200, 'User')
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'email')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}`,
      payload: { groups: samples.user.second.groups },
    })
    check.isDocument(response, 200, 'User')
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'groups')
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

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/users/${user.username}` })
    check.isMessage(response)
    check.isDeleted(await items.user.findUnique({ where: { username: user.username } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/users/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/unknown` })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/notes', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.note(items, { owner: user.username })
    const response = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/notes` })
    check.isPage(response, 'Note')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const before = await items.note.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/notes`,
      payload: samples.note.first,
    })
    check.isCreated(response, 'Note')
    check.isAdded(await items.note.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const before = await items.note.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/notes`,
      payload: [samples.note.first],
    })
    check.isList(response, 201, 'Note')
    check.isAdded(await items.note.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/notes`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/users/any/notes` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/unknown/notes` })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/profile', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const response = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/profile` })
    check.isDocument(response, 200, 'Profile')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const before = await items.profile.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/profile`,
      payload: samples.profile.first,
    })
    check.isCreated(response, 'Profile')
    check.isAdded(await items.profile.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/profile`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const profile = await make.profile(items, { user: user.username })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/profile`,
      payload: { city: samples.profile.second.city },
    })
    check.isDocument(response, 200, 'Profile')
    check.isChanged(profile, await items.profile.findUnique({ where: { id: profile.id } }), 'city')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/profile`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const profile = await make.profile(items, { user: user.username })
    const response = await app.inject({ method: 'DELETE', url: url`/v1/users/${user.username}/profile` })
    check.isMessage(response)
    check.isDeleted(await items.profile.findUnique({ where: { id: profile.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/users/any/profile` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/unknown/profile` })
    check.isProblem(response, 404)
  })
})
