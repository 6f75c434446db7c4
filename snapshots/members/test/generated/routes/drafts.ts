import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/drafts', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.draft(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/drafts` })
    check.isPage(response, 'Draft')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.draft.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/drafts`, payload: samples.draft.first })
    check.isCreated(response, 'Draft')
    check.isAdded(await items.draft.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.draft.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/drafts`,
      payload: [samples.draft.first],
    })
    check.isList(response, 201, 'Draft')
    check.isAdded(await items.draft.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/drafts`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/drafts` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/drafts/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/drafts/${draft.id}` })
    check.isDocument(response, 200, 'Draft')
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/drafts/${draft.id}` })
    check.isMessage(response)
    check.isDeleted(await items.draft.findUnique({ where: { id: draft.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/drafts/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/drafts/987654321` })
    check.isProblem(response, 404)
  })
})
