import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/drafts', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.draft(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/drafts` })
    check.isPage(answer, 'Draft')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/drafts`, payload: samples.draft.first })
    check.isCreated(answer, 'Draft')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/drafts`, payload: [samples.draft.first] })
    check.isList(answer, 201, 'Draft')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/drafts`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/drafts` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })
})

describe('/drafts/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/drafts/${draft.id}` })
    check.isDocument(answer, 200, 'Draft')
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/drafts/${draft.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/drafts/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/drafts/987654321` })
    check.isProblem(answer, 404)
  })
})
