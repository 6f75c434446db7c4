import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/indices', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.index(items)
    const response = await app.inject({ method: 'GET', url: url`/v-1/indices` })
    check.isPage(response, 'Index')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.index.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v-1/indices`,
      payload: samples.index.first,
    })
    check.isCreated(response, 'Index')
    check.isAdded(await items.index.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.index.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v-1/indices`,
      payload: [samples.index.first],
    })
    check.isList(response, 201, 'Index')
    check.isAdded(await items.index.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v-1/indices`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v-1/indices` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/indices/{aB}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const index = await make.index(items)
    const response = await app.inject({ method: 'GET', url: url`/v-1/indices/${index.id}` })
    check.isDocument(response, 200, 'Index')
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const index = await make.index(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v-1/indices/${index.id}` })
    check.isMessage(response)
    check.isDeleted(await items.index.findUnique({ where: { id: index.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v-1/indices/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v-1/indices/987654321` })
    check.isProblem(response, 404)
  })
})
