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

  it('PATCH changes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users?username=${user.username}`,
      payload: { password: samples.user.second.password },
    })
    check.isChange(answer)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/users`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/users?username=${user.username}` })
    check.isChange(answer)
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'OPTIONS', url: url`/v1/users` })
    check.isOptions(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/users` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  })
})

describe('/users/{username}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}` })
    check.isDocument(answer, 200, 'User')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}`,
      payload: { ...samples.user.second, username: user.username },
    })
    check.isDocument(answer, 200, 'User')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}`,
      payload: { password: samples.user.second.password },
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

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'OPTIONS', url: url`/v1/users/any` })
    check.isOptions(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/users/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
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

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}/profile`,
      payload: samples.profile.second,
    })
    check.isDocument(answer, 200, 'Profile')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const answer = await app.inject({
      method: 'PUT',
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
      payload: { bio: samples.profile.second.bio },
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

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/users/${user.username}/profile` })
    check.isMessage(answer)
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'OPTIONS', url: url`/v1/users/any/profile` })
    check.isOptions(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/unknown/profile` })
    check.isProblem(answer, 404)
  })
})

describe('/users/{username}/settings', () => {
  it('GET returns settings', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/settings` })
    check.isDictField(answer)
  })

  it('POST changes settings', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/settings`,
      payload: samples.user.second.settings,
    })
    check.isDictField(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/users/any/settings` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/unknown/settings` })
    check.isProblem(answer, 404)
  })
})

describe('/users/{username}/stories', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.story(items, { owner: user.username })
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/stories` })
    check.isPage(answer, 'Story')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/stories`,
      payload: samples.story.first,
    })
    check.isCreated(answer, 'Story')
  })

  it('POST of a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/stories`,
      payload: [samples.story.first],
    })
    check.isList(answer, 201, 'Story')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/stories`,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/stories?id=${story.id}`,
      payload: { title: samples.story.second.title },
    })
    check.isChange(answer)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/stories`,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const answer = await app.inject({
      method: 'DELETE',
      url: url`/v1/users/${user.username}/stories?id=${story.id}`,
    })
    check.isChange(answer)
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'OPTIONS', url: url`/v1/users/any/stories` })
    check.isOptions(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/users/any/stories` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/unknown/stories` })
    check.isProblem(answer, 404)
  })
})

describe('/users/{username}/stories/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const answer = await app.inject({
      method: 'GET',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
    })
    check.isDocument(answer, 200, 'Story')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
      payload: samples.story.second,
    })
    check.isDocument(answer, 200, 'Story')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
      payload: { title: samples.story.second.title },
    })
    check.isDocument(answer, 200, 'Story')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const answer = await app.inject({
      method: 'DELETE',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
    })
    check.isMessage(answer)
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'OPTIONS', url: url`/v1/users/any/stories/any` })
    check.isOptions(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/users/any/stories/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/stories/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/users/{username}/tags', () => {
  it('GET returns tags', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/tags` })
    check.isListField(answer)
  })

  it('POST changes tags', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/tags`,
      payload: samples.user.second.tags,
    })
    check.isListField(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/users/any/tags` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/unknown/tags` })
    check.isProblem(answer, 404)
  })
})
