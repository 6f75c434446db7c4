import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/folders', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.folder(items)
    const response = await app.inject({ method: 'GET', url: url`/folders` })
    check.isPage(response, 'Folder')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.folder.count()
    const response = await app.inject({ method: 'POST', url: url`/folders`, payload: samples.folder.first })
    check.isCreated(response, 'Folder')
    check.isAdded(await items.folder.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.folder.count()
    const response = await app.inject({ method: 'POST', url: url`/folders`, payload: [samples.folder.first] })
    check.isList(response, 201, 'Folder')
    check.isAdded(await items.folder.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/folders`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/folders?id=${folder.id}`,
      payload: { title: samples.folder.second.title },
    })
    check.isChange(response, 1)
    check.isChanged(folder, await items.folder.findUnique({ where: { id: folder.id } }), 'title')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/folders`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/folders?id=${folder.id}`,
      payload: { title: samples.folder.second.title },
    })
    check.isChange(response, 1)
    check.isChanged(folder, await items.folder.findUnique({ where: { id: folder.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/folders`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'DELETE', url: url`/folders` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH, POST, PUT')
  })
})

describe('/folders/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const response = await app.inject({ method: 'GET', url: url`/folders/${folder.id}` })
    check.isDocument(response, 200, 'Folder')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/folders/${folder.id}`,
      payload: samples.folder.second,
    })
    check.isDocument(response, 200, 'Folder')
    check.isChanged(folder, await items.folder.findUnique({ where: { id: folder.id } }), 'title')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/folders/${folder.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/folders/${folder.id}`,
      payload: { title: samples.folder.second.title },
    })
    check.isDocument(response, 200, 'Folder')
    check.isChanged(folder, await items.folder.findUnique({ where: { id: folder.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/folders/${folder.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const response = await app.inject({ method: 'DELETE', url: url`/folders/${folder.id}` })
    check.isMessage(response)
    check.isDeleted(await items.folder.findUnique({ where: { id: folder.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/folders/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/folders/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/folders/{id}/labels', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    await make.label(items, { folder: folder.id })
    const response = await app.inject({ method: 'GET', url: url`/folders/${folder.id}/labels` })
    check.isPage(response, 'Label')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const before = await items.label.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/labels`,
      payload: samples.label.first,
    })
    check.isCreated(response, 'Label')
    check.isAdded(await items.label.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const before = await items.label.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/labels`,
      payload: [samples.label.first],
    })
    check.isList(response, 201, 'Label')
    check.isAdded(await items.label.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/labels`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/folders/any/labels` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/folders/987654321/labels` })
    check.isProblem(response, 404)
  })
})

describe('/folders/{id}/pages', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    await make.page(items, { folder: folder.id })
    const response = await app.inject({ method: 'GET', url: url`/folders/${folder.id}/pages` })
    check.isPage(response, 'Page')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const before = await items.page.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/pages`,
      payload: samples.page.first,
    })
    check.isCreated(response, 'Page')
    check.isAdded(await items.page.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const before = await items.page.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/pages`,
      payload: [samples.page.first],
    })
    check.isList(response, 201, 'Page')
    check.isAdded(await items.page.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/pages`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/folders/any/pages` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/folders/987654321/pages` })
    check.isProblem(response, 404)
  })
})
