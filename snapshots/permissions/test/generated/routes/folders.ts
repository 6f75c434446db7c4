import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/folders', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.folder(items)
    const answer = await app.inject({ method: 'GET', url: url`/folders` })
    check.isPage(answer, 'Folder')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/folders`, payload: samples.folder.first })
    check.isCreated(answer, 'Folder')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/folders`, payload: [samples.folder.first] })
    check.isList(answer, 201, 'Folder')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/folders`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT changes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/folders?id=${folder.id}`,
      payload: { title: samples.folder.second.title },
    })
    check.isChange(answer)
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/folders`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/folders?id=${folder.id}`,
      payload: { title: samples.folder.second.title },
    })
    check.isChange(answer)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/folders`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'DELETE', url: url`/folders` })
    check.isNotAllowed(answer, 'GET, HEAD, PATCH, POST, PUT')
  })
})

describe('/folders/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({ method: 'GET', url: url`/folders/${folder.id}` })
    check.isDocument(answer, 200, 'Folder')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/folders/${folder.id}`,
      payload: samples.folder.second,
    })
    check.isDocument(answer, 200, 'Folder')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({ method: 'PUT', url: url`/folders/${folder.id}`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/folders/${folder.id}`,
      payload: { title: samples.folder.second.title },
    })
    check.isDocument(answer, 200, 'Folder')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/folders/${folder.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/folders/${folder.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/folders/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/folders/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/folders/{id}/labels', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    await make.label(items, { folder: folder.id })
    const answer = await app.inject({ method: 'GET', url: url`/folders/${folder.id}/labels` })
    check.isPage(answer, 'Label')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/labels`,
      payload: samples.label.first,
    })
    check.isCreated(answer, 'Label')
  })

  it('POST of a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/labels`,
      payload: [samples.label.first],
    })
    check.isList(answer, 201, 'Label')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/labels`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/folders/any/labels` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/folders/987654321/labels` })
    check.isProblem(answer, 404)
  })
})

describe('/folders/{id}/pages', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    await make.page(items, { folder: folder.id })
    const answer = await app.inject({ method: 'GET', url: url`/folders/${folder.id}/pages` })
    check.isPage(answer, 'Page')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/pages`,
      payload: samples.page.first,
    })
    check.isCreated(answer, 'Page')
  })

  it('POST of a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/pages`,
      payload: [samples.page.first],
    })
    check.isList(answer, 201, 'Page')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const folder = await make.folder(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/folders/${folder.id}/pages`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/folders/any/pages` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/folders/987654321/pages` })
    check.isProblem(answer, 404)
  })
})
