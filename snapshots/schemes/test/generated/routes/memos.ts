import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/memos', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.memo(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/memos` })
    check.isPage(response, 'Memo')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.memo.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/memos`, payload: samples.memo.first })
    check.isCreated(response, 'Memo')
    check.isAdded(await items.memo.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.memo.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/memos`, payload: [samples.memo.first] })
    check.isList(response, 201, 'Memo')
    check.isAdded(await items.memo.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/memos`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const memo = await make.memo(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/memos?id=${memo.id}`,
      payload: { text: samples.memo.second.text },
    })
    check.isChange(response, 1)
    check.isChanged(memo, await items.memo.findUnique({ where: { id: memo.id } }), 'text')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/memos`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const memo = await make.memo(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/memos?id=${memo.id}`,
      payload: { text: samples.memo.second.text },
    })
    check.isChange(response, 1)
    check.isChanged(memo, await items.memo.findUnique({ where: { id: memo.id } }), 'text')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/memos`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/memos` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH, POST, PUT')
  })
})

describe('/memos/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const memo = await make.memo(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/memos/${memo.id}` })
    check.isDocument(response, 200, 'Memo')
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const memo = await make.memo(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/memos/${memo.id}` })
    check.isMessage(response)
    check.isDeleted(await items.memo.findUnique({ where: { id: memo.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/memos/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/memos/987654321` })
    check.isProblem(response, 404)
  })
})
