import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/nodes', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.node(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/nodes` })
    check.isPage(response, 'Node')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.node.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/nodes`, payload: samples.node.first })
    check.isCreated(response, 'Node')
    check.isAdded(await items.node.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.node.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/nodes`, payload: [samples.node.first] })
    check.isList(response, 201, 'Node')
    check.isAdded(await items.node.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/nodes`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/nodes?name=${node.name}`, payload: {} })
    check.isChange(response, 1)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/nodes`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/nodes?name=${node.name}` })
    check.isChange(response, 1)
    check.isDeleted(await items.node.findUnique({ where: { name: node.name } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/nodes` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/nodes/{name}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/nodes/${node.name}` })
    check.isDocument(response, 200, 'Node')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/nodes/${node.name}`,
      payload: { ...samples.node.second, name: node.name },
    })
    check.isDocument(response, 200, 'Node')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/nodes/${node.name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/nodes/${node.name}`, payload: {} })
    check.isDocument(response, 200, 'Node')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/nodes/${node.name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/nodes/${node.name}` })
    check.isMessage(response)
    check.isDeleted(await items.node.findUnique({ where: { name: node.name } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/nodes/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/nodes/unknown` })
    check.isProblem(response, 404)
  })
})
