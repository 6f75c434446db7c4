import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/memos', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.memo(items)
    const response = await app.inject({ method: 'GET', url: url`/memos` })
    check.isPage(response, 'Memo')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.memo.count()
    const response = await app.inject({ method: 'POST', url: url`/memos`, payload: samples.memo.first })
    check.isCreated(response, 'Memo')
    check.isAdded(await items.memo.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.memo.count()
    const response = await app.inject({ method: 'POST', url: url`/memos`, payload: [samples.memo.first] })
    check.isList(response, 201, 'Memo')
    check.isAdded(await items.memo.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/memos`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/memos` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/memos/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const memo = await make.memo(items)
    const response = await app.inject({ method: 'GET', url: url`/memos/${memo.id}` })
    check.isDocument(response, 200, 'Memo')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/memos/any` })
    check.isNotAllowed(response, 'GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/memos/987654321` })
    check.isProblem(response, 404)
  })
})
