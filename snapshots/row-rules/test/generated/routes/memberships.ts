import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/memberships', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.membership(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/memberships` })
    check.isPage(response, 'Membership')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.membership.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/memberships`,
      payload: samples.membership.first,
    })
    check.isCreated(response, 'Membership')
    check.isAdded(await items.membership.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.membership.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/memberships`,
      payload: [samples.membership.first],
    })
    check.isList(response, 201, 'Membership')
    check.isAdded(await items.membership.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/memberships`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const membership = await make.membership(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/memberships?id=${membership.id}`,
      payload: { role: samples.membership.second.role },
    })
    check.isChange(response, 1)
    check.isChanged(membership, await items.membership.findUnique({ where: { id: membership.id } }), 'role')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/memberships`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const membership = await make.membership(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/memberships?id=${membership.id}`,
      payload: { role: samples.membership.second.role },
    })
    check.isChange(response, 1)
    check.isChanged(membership, await items.membership.findUnique({ where: { id: membership.id } }), 'role')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/memberships`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const membership = await make.membership(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/memberships?id=${membership.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.membership.findUnique({ where: { id: membership.id } }))
  })
})

describe('/memberships/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const membership = await make.membership(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/memberships/${membership.id}` })
    check.isDocument(response, 200, 'Membership')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const membership = await make.membership(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/memberships/${membership.id}`,
      payload: samples.membership.second,
    })
    check.isDocument(response, 200, 'Membership')
    check.isChanged(membership, await items.membership.findUnique({ where: { id: membership.id } }), 'role')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const membership = await make.membership(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/memberships/${membership.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const membership = await make.membership(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/memberships/${membership.id}`,
      payload: { role: samples.membership.second.role },
    })
    check.isDocument(response, 200, 'Membership')
    check.isChanged(membership, await items.membership.findUnique({ where: { id: membership.id } }), 'role')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const membership = await make.membership(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/memberships/${membership.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const membership = await make.membership(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/memberships/${membership.id}` })
    check.isMessage(response)
    check.isDeleted(await items.membership.findUnique({ where: { id: membership.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/memberships/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/memberships/987654321` })
    check.isProblem(response, 404)
  })
})
