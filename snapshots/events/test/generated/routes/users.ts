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

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/users?username=${user.username}`,
      payload: { password: samples.user.second.password },
    })
    check.isChange(response, 1)
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'password')
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

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/users` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/users` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
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

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/users/${user.username}` })
    check.isMessage(response)
    check.isDeleted(await items.user.findUnique({ where: { username: user.username } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/users/any` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/users/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/unknown` })
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

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const profile = await make.profile(items, { user: user.username })
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}/profile`,
      payload: samples.profile.second,
    })
    check.isDocument(response, 200, 'Profile')
    check.isChanged(profile, await items.profile.findUnique({ where: { id: profile.id } }), 'bio')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const response = await app.inject({
      method: 'PUT',
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
      payload: { bio: samples.profile.second.bio },
    })
    check.isDocument(response, 200, 'Profile')
    check.isChanged(profile, await items.profile.findUnique({ where: { id: profile.id } }), 'bio')
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

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/users/any/profile` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/unknown/profile` })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/settings', () => {
  it('GET returns settings', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/settings` })
    check.isDictField(response)
  })

  it('POST changes settings', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/settings`,
      payload: { name: 'value' },
    })
    check.isDictField(response)
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'settings')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/users/any/settings` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/unknown/settings` })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/stories', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.story(items, { owner: user.username })
    const response = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/stories` })
    check.isPage(response, 'Story')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const before = await items.story.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/stories`,
      payload: samples.story.first,
    })
    check.isCreated(response, 'Story')
    check.isAdded(await items.story.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const before = await items.story.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/stories`,
      payload: [samples.story.first],
    })
    check.isList(response, 201, 'Story')
    check.isAdded(await items.story.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/stories`,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/stories?id=${story.id}`,
      payload: { title: samples.story.second.title },
    })
    check.isChange(response, 1)
    check.isChanged(story, await items.story.findUnique({ where: { id: story.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/stories`,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const response = await app.inject({
      method: 'DELETE',
      url: url`/v1/users/${user.username}/stories?id=${story.id}`,
    })
    check.isChange(response, 1)
    check.isDeleted(await items.story.findUnique({ where: { id: story.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/users/any/stories` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/users/any/stories` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/unknown/stories` })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/stories/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const response = await app.inject({
      method: 'GET',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
    })
    check.isDocument(response, 200, 'Story')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
      payload: samples.story.second,
    })
    check.isDocument(response, 200, 'Story')
    check.isChanged(story, await items.story.findUnique({ where: { id: story.id } }), 'title')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
      payload: { title: samples.story.second.title },
    })
    check.isDocument(response, 200, 'Story')
    check.isChanged(story, await items.story.findUnique({ where: { id: story.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const response = await app.inject({
      method: 'DELETE',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
    })
    check.isMessage(response)
    check.isDeleted(await items.story.findUnique({ where: { id: story.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/users/any/stories/any` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/users/any/stories/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'GET',
      url: url`/v1/users/${user.username}/stories/987654321`,
    })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/tags', () => {
  it('GET returns tags', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/tags` })
    check.isListField(response)
  })

  it('POST changes tags', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/tags`,
      payload: samples.user.second.tags,
    })
    check.isListField(response)
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'tags')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/users/any/tags` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/users/unknown/tags` })
    check.isProblem(response, 404)
  })
})
