import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/organizations', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.organization(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/organizations` })
    check.isPage(response, 'Organization')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.organization.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/organizations`,
      payload: samples.organization.first,
    })
    check.isCreated(response, 'Organization')
    check.isAdded(await items.organization.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.organization.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/organizations`,
      payload: [samples.organization.first],
    })
    check.isList(response, 201, 'Organization')
    check.isAdded(await items.organization.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/organizations`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const organization = await make.organization(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/organizations?slug=${organization.slug}`,
      payload: {},
    })
    check.isChange(response, 1)
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/organizations`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const organization = await make.organization(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/organizations?slug=${organization.slug}`,
      payload: {},
    })
    check.isChange(response, 1)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/organizations`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const organization = await make.organization(items)
    const response = await app.inject({
      method: 'DELETE',
      url: url`/v1/organizations?slug=${organization.slug}`,
    })
    check.isChange(response, 1)
    check.isDeleted(await items.organization.findUnique({ where: { slug: organization.slug } }))
  })
})

describe('/organizations/{slug}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const organization = await make.organization(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/organizations/${organization.slug}` })
    check.isDocument(response, 200, 'Organization')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const organization = await make.organization(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/organizations/${organization.slug}`,
      payload: { ...samples.organization.second, slug: organization.slug },
    })
    check.isDocument(response, 200, 'Organization')
    check.isChanged(
      organization,
      await items.organization.findUnique({ where: { slug: organization.slug } }),
      'name',
    )
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const organization = await make.organization(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/organizations/${organization.slug}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const organization = await make.organization(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/organizations/${organization.slug}`,
      payload: {},
    })
    check.isDocument(response, 200, 'Organization')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const organization = await make.organization(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/organizations/${organization.slug}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const organization = await make.organization(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/organizations/${organization.slug}` })
    check.isMessage(response)
    check.isDeleted(await items.organization.findUnique({ where: { slug: organization.slug } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/organizations/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/organizations/unknown` })
    check.isProblem(response, 404)
  })
})
