import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/pictures', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.picture(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/pictures` })
    check.isPage(response, 'Picture')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.picture.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/pictures`,
      payload: samples.picture.first,
    })
    check.isCreated(response, 'Picture')
    check.isAdded(await items.picture.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.picture.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/pictures`,
      payload: [samples.picture.first],
    })
    check.isList(response, 201, 'Picture')
    check.isAdded(await items.picture.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/pictures`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/pictures` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/pictures/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const picture = await make.picture(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/pictures/${picture.id}` })
    check.isDocument(response, 200, 'Picture')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const picture = await make.picture(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/pictures/${picture.id}`,
      payload: samples.picture.second,
    })
    check.isDocument(response, 200, 'Picture')
    check.isChanged(picture, await items.picture.findUnique({ where: { id: picture.id } }), 'name')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const picture = await make.picture(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/pictures/${picture.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const picture = await make.picture(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/pictures/${picture.id}`,
      payload: { name: samples.picture.second.name },
    })
    check.isDocument(response, 200, 'Picture')
    check.isChanged(picture, await items.picture.findUnique({ where: { id: picture.id } }), 'name')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const picture = await make.picture(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/pictures/${picture.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const picture = await make.picture(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/pictures/${picture.id}` })
    check.isMessage(response)
    check.isDeleted(await items.picture.findUnique({ where: { id: picture.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/pictures/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/pictures/987654321` })
    check.isProblem(response, 404)
  })
})
