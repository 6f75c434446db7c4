import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/notices', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.notice(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/notices` })
    check.isPage(response, 'Notice')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.notice.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/notices`,
      payload: samples.notice.first,
    })
    check.isCreated(response, 'Notice')
    check.isAdded(await items.notice.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.notice.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/notices`,
      payload: [samples.notice.first],
    })
    check.isList(response, 201, 'Notice')
    check.isAdded(await items.notice.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/notices`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const notice = await make.notice(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/notices?id=${notice.id}`,
      payload: { title: samples.notice.second.title },
    })
    check.isChange(response, 1)
    check.isChanged(notice, await items.notice.findUnique({ where: { id: notice.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/notices`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/notices` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH, POST')
  })
})

describe('/notices/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const notice = await make.notice(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/notices/${notice.id}` })
    check.isDocument(response, 200, 'Notice')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const notice = await make.notice(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/notices/${notice.id}`,
      payload: { title: samples.notice.second.title },
    })
    check.isDocument(response, 200, 'Notice')
    check.isChanged(notice, await items.notice.findUnique({ where: { id: notice.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const notice = await make.notice(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/notices/${notice.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const notice = await make.notice(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/notices/${notice.id}` })
    check.isMessage(response)
    check.isDeleted(await items.notice.findUnique({ where: { id: notice.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/notices/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/notices/987654321` })
    check.isProblem(response, 404)
  })
})
