import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/notices', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.notice(items)
    const response = await app.inject({ method: 'GET', url: url`/notices` })
    check.isPage(response, 'Notice')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.notice.count()
    const response = await app.inject({ method: 'POST', url: url`/notices`, payload: samples.notice.first })
    check.isCreated(response, 'Notice')
    check.isAdded(await items.notice.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.notice.count()
    const response = await app.inject({ method: 'POST', url: url`/notices`, payload: [samples.notice.first] })
    check.isList(response, 201, 'Notice')
    check.isAdded(await items.notice.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/notices`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/notices` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/notices/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const notice = await make.notice(items)
    const response = await app.inject({ method: 'GET', url: url`/notices/${notice.id}` })
    check.isDocument(response, 200, 'Notice')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/notices/any` })
    check.isNotAllowed(response, 'GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/notices/987654321` })
    check.isProblem(response, 404)
  })
})
