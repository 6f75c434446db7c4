import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/bigs', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.big(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/bigs` })
    check.isPage(response, 'Big')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.big.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/bigs`, payload: samples.big.first })
    check.isCreated(response, 'Big')
    check.isAdded(await items.big.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.big.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/bigs`, payload: [samples.big.first] })
    check.isList(response, 201, 'Big')
    check.isAdded(await items.big.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/bigs`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const big = await make.big(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/bigs?key=${big.key}`,
      payload: { label: samples.big.second.label },
    })
    check.isChange(response, 1)
    check.isChanged(big, await items.big.findUnique({ where: { key: big.key } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/bigs`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const big = await make.big(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/bigs?key=${big.key}` })
    check.isChange(response, 1)
    check.isDeleted(await items.big.findUnique({ where: { key: big.key } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/bigs` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/bigs/{key}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const big = await make.big(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/bigs/${big.key}` })
    check.isDocument(response, 200, 'Big')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const big = await make.big(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/bigs/${big.key}`,
      payload: { ...samples.big.second, key: big.key },
    })
    check.isDocument(response, 200, 'Big')
    check.isChanged(big, await items.big.findUnique({ where: { key: big.key } }), 'label')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const big = await make.big(items)
    const response = await app.inject({ method: 'PUT', url: url`/v1/bigs/${big.key}`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const big = await make.big(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/bigs/${big.key}`,
      payload: { label: samples.big.second.label },
    })
    check.isDocument(response, 200, 'Big')
    check.isChanged(big, await items.big.findUnique({ where: { key: big.key } }), 'label')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const big = await make.big(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/bigs/${big.key}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const big = await make.big(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/bigs/${big.key}` })
    check.isMessage(response)
    check.isDeleted(await items.big.findUnique({ where: { key: big.key } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/bigs/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/bigs/987654321` })
    check.isProblem(response, 404)
  })
})
