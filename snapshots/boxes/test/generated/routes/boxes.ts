import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/boxes', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.box(items)
    const response = await app.inject({ method: 'GET', url: url`/boxes` })
    check.isPage(response, 'Box')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.box.count()
    const response = await app.inject({ method: 'POST', url: url`/boxes`, payload: samples.box.first })
    check.isCreated(response, 'Box')
    check.isAdded(await items.box.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/boxes`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/boxes` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/boxes/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const box = await make.box(items)
    const response = await app.inject({ method: 'GET', url: url`/boxes/${box.id}` })
    check.isDocument(response, 200, 'Box')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const box = await make.box(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/boxes/${box.id}`,
      payload: samples.box.second,
    })
    check.isDocument(response, 200, 'Box')
    check.isChanged(box, await items.box.findUnique({ where: { id: box.id } }), 'code')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const box = await make.box(items)
    const response = await app.inject({ method: 'PUT', url: url`/boxes/${box.id}`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/boxes/any` })
    check.isNotAllowed(response, 'GET, HEAD, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/boxes/987654321` })
    check.isProblem(response, 404)
  })
})
