import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/tokens', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.token(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/tokens` })
    check.isPage(response, 'Token')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.token.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/tokens`, payload: samples.token.first })
    check.isCreated(response, 'Token')
    check.isAdded(await items.token.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.token.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/tokens`,
      payload: [samples.token.first],
    })
    check.isList(response, 201, 'Token')
    check.isAdded(await items.token.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/tokens`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const token = await make.token(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/tokens?key=${token.key}`,
      payload: { label: samples.token.second.label },
    })
    check.isChange(response, 1)
    check.isChanged(token, await items.token.findUnique({ where: { key: token.key } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/tokens`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const token = await make.token(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/tokens?key=${token.key}` })
    check.isChange(response, 1)
    check.isDeleted(await items.token.findUnique({ where: { key: token.key } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/tokens` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/tokens/{key}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const token = await make.token(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/tokens/${token.key}` })
    check.isDocument(response, 200, 'Token')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const token = await make.token(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/tokens/${token.key}`,
      payload: { ...samples.token.second, key: token.key },
    })
    check.isDocument(response, 200, 'Token')
    check.isChanged(token, await items.token.findUnique({ where: { key: token.key } }), 'label')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const token = await make.token(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/tokens/${token.key}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const token = await make.token(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/tokens/${token.key}`,
      payload: { label: samples.token.second.label },
    })
    check.isDocument(response, 200, 'Token')
    check.isChanged(token, await items.token.findUnique({ where: { key: token.key } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const token = await make.token(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/tokens/${token.key}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const token = await make.token(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/tokens/${token.key}` })
    check.isMessage(response)
    check.isDeleted(await items.token.findUnique({ where: { key: token.key } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/tokens/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/tokens/unknown` })
    check.isProblem(response, 404)
  })
})
