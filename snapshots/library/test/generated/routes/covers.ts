import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/covers', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.cover(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/covers` })
    check.isPage(response, 'Cover')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.cover.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/covers`, payload: samples.cover.first })
    check.isCreated(response, 'Cover')
    check.isAdded(await items.cover.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.cover.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/covers`,
      payload: [samples.cover.first],
    })
    check.isList(response, 201, 'Cover')
    check.isAdded(await items.cover.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/covers`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const cover = await make.cover(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/covers?id=${cover.id}`,
      payload: { color: samples.cover.second.color },
    })
    check.isChange(response, 1)
    check.isChanged(cover, await items.cover.findUnique({ where: { id: cover.id } }), 'color')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/covers`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const cover = await make.cover(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/covers?id=${cover.id}`,
      payload: { color: samples.cover.second.color },
    })
    check.isChange(response, 1)
    check.isChanged(cover, await items.cover.findUnique({ where: { id: cover.id } }), 'color')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/covers`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const cover = await make.cover(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/covers?id=${cover.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.cover.findUnique({ where: { id: cover.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/covers` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
  })
})

describe('/covers/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const cover = await make.cover(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/covers/${cover.id}` })
    check.isDocument(response, 200, 'Cover')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const cover = await make.cover(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/covers/${cover.id}`,
      payload: samples.cover.second,
    })
    check.isDocument(response, 200, 'Cover')
    check.isChanged(cover, await items.cover.findUnique({ where: { id: cover.id } }), 'color')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const cover = await make.cover(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/covers/${cover.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const cover = await make.cover(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/covers/${cover.id}`,
      payload: { color: samples.cover.second.color },
    })
    check.isDocument(response, 200, 'Cover')
    check.isChanged(cover, await items.cover.findUnique({ where: { id: cover.id } }), 'color')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const cover = await make.cover(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/covers/${cover.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const cover = await make.cover(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/covers/${cover.id}` })
    check.isMessage(response)
    check.isDeleted(await items.cover.findUnique({ where: { id: cover.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/covers/any` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/covers/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/covers/987654321` })
    check.isProblem(response, 404)
  })
})
