import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/profiles', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.profile(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/profiles` })
    check.isPage(response, 'Profile')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.profile.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/profiles`,
      payload: samples.profile.first,
    })
    check.isCreated(response, 'Profile')
    check.isAdded(await items.profile.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.profile.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/profiles`,
      payload: [samples.profile.first],
    })
    check.isList(response, 201, 'Profile')
    check.isAdded(await items.profile.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/profiles`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const profile = await make.profile(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/profiles?id=${profile.id}`,
      payload: { city: samples.profile.second.city },
    })
    check.isChange(response, 1)
    check.isChanged(profile, await items.profile.findUnique({ where: { id: profile.id } }), 'city')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/profiles`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const profile = await make.profile(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/profiles?id=${profile.id}`,
      payload: { city: samples.profile.second.city },
    })
    check.isChange(response, 1)
    check.isChanged(profile, await items.profile.findUnique({ where: { id: profile.id } }), 'city')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/profiles`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const profile = await make.profile(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/profiles?id=${profile.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.profile.findUnique({ where: { id: profile.id } }))
  })
})

describe('/profiles/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const profile = await make.profile(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/profiles/${profile.id}` })
    check.isDocument(response, 200, 'Profile')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const profile = await make.profile(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/profiles/${profile.id}`,
      payload: samples.profile.second,
    })
    check.isDocument(response, 200, 'Profile')
    check.isChanged(profile, await items.profile.findUnique({ where: { id: profile.id } }), 'city')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const profile = await make.profile(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/profiles/${profile.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const profile = await make.profile(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/profiles/${profile.id}`,
      payload: { city: samples.profile.second.city },
    })
    check.isDocument(response, 200, 'Profile')
    check.isChanged(profile, await items.profile.findUnique({ where: { id: profile.id } }), 'city')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const profile = await make.profile(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/profiles/${profile.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const profile = await make.profile(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/profiles/${profile.id}` })
    check.isMessage(response)
    check.isDeleted(await items.profile.findUnique({ where: { id: profile.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/profiles/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/profiles/987654321` })
    check.isProblem(response, 404)
  })
})
