import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/users', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.user(items)
    const response = await app.inject({ method: 'GET', url: url`/users` })
    check.isPage(response, 'User')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.user.count()
    const response = await app.inject({ method: 'POST', url: url`/users`, payload: samples.user.first })
    check.isCreated(response, 'User')
    check.isAdded(await items.user.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.user.count()
    const response = await app.inject({ method: 'POST', url: url`/users`, payload: [samples.user.first] })
    check.isList(response, 201, 'User')
    check.isAdded(await items.user.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/users`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/users?username=${user.username}`,
      payload: { groups: samples.user.second.groups },
    })
    check.isChange(response, 1)
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'groups')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/users`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/users?username=${user.username}`,
      payload: { groups: samples.user.second.groups },
    })
    check.isChange(response, 1)
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'groups')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/users`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'DELETE', url: url`/users` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH, POST, PUT')
  })
})

describe('/users/{username}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'GET', url: url`/users/${user.username}` })
    check.isDocument(response, 200, 'User')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/users/${user.username}`,
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
      url: url`/users/${user.username}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/users/${user.username}`,
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
      url: url`/users/${user.username}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'DELETE', url: url`/users/${user.username}` })
    check.isMessage(response)
    check.isDeleted(await items.user.findUnique({ where: { username: user.username } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/users/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/users/unknown` })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/groups', () => {
  it('GET returns groups', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'GET', url: url`/users/${user.username}/groups` })
    check.isListField(response)
  })

  it('POST changes groups', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/users/${user.username}/groups`,
      payload: samples.user.second.groups,
    })
    check.isListField(response)
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'groups')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/users/any/groups` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/users/unknown/groups` })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/notes', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.note(items, { owner: user.username })
    const response = await app.inject({ method: 'GET', url: url`/users/${user.username}/notes` })
    check.isPage(response, 'Note')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const before = await items.note.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/users/${user.username}/notes`,
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
      url: url`/users/${user.username}/notes`,
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
      url: url`/users/${user.username}/notes`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/users/any/notes` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/users/unknown/notes` })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/notes/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const note = await make.note(items, { owner: user.username })
    const response = await app.inject({ method: 'GET', url: url`/users/${user.username}/notes/${note.id}` })
    check.isDocument(response, 200, 'Note')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const note = await make.note(items, { owner: user.username })
    const response = await app.inject({
      method: 'PUT',
      url: url`/users/${user.username}/notes/${note.id}`,
      payload: samples.note.second,
    })
    check.isDocument(response, 200, 'Note')
    check.isChanged(note, await items.note.findUnique({ where: { id: note.id } }), 'tags')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const note = await make.note(items, { owner: user.username })
    const response = await app.inject({
      method: 'PUT',
      url: url`/users/${user.username}/notes/${note.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const note = await make.note(items, { owner: user.username })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/users/${user.username}/notes/${note.id}`,
      payload: { tags: samples.note.second.tags },
    })
    check.isDocument(response, 200, 'Note')
    check.isChanged(note, await items.note.findUnique({ where: { id: note.id } }), 'tags')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const note = await make.note(items, { owner: user.username })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/users/${user.username}/notes/${note.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/users/any/notes/any` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'GET', url: url`/users/${user.username}/notes/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/settings', () => {
  it('GET returns settings', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({ method: 'GET', url: url`/users/${user.username}/settings` })
    check.isDictField(response)
  })

  it('POST changes settings', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/users/${user.username}/settings`,
      payload: { name: 'value' },
    })
    check.isDictField(response)
    check.isChanged(user, await items.user.findUnique({ where: { username: user.username } }), 'settings')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/users/any/settings` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/users/unknown/settings` })
    check.isProblem(response, 404)
  })
})

describe('/users/{username}/vault', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.vault(items, { user: user.username })
    const response = await app.inject({ method: 'GET', url: url`/users/${user.username}/vault` })
    check.isDocument(response, 200, 'Vault')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const before = await items.vault.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/users/${user.username}/vault`,
      payload: samples.vault.first,
    })
    check.isCreated(response, 'Vault')
    check.isAdded(await items.vault.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/users/${user.username}/vault`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const vault = await make.vault(items, { user: user.username })
    const response = await app.inject({
      method: 'PUT',
      url: url`/users/${user.username}/vault`,
      payload: samples.vault.second,
    })
    check.isDocument(response, 200, 'Vault')
    check.isChanged(vault, await items.vault.findUnique({ where: { id: vault.id } }), 'code')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.vault(items, { user: user.username })
    const response = await app.inject({
      method: 'PUT',
      url: url`/users/${user.username}/vault`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const vault = await make.vault(items, { user: user.username })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/users/${user.username}/vault`,
      payload: { code: samples.vault.second.code },
    })
    check.isDocument(response, 200, 'Vault')
    check.isChanged(vault, await items.vault.findUnique({ where: { id: vault.id } }), 'code')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.vault(items, { user: user.username })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/users/${user.username}/vault`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const vault = await make.vault(items, { user: user.username })
    const response = await app.inject({ method: 'DELETE', url: url`/users/${user.username}/vault` })
    check.isMessage(response)
    check.isDeleted(await items.vault.findUnique({ where: { id: vault.id } }))
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/users/unknown/vault` })
    check.isProblem(response, 404)
  })
})
